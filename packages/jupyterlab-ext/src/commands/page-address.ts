import type { TreeNode } from '@tracklens/ui';

/** Returns the web page URL of a row; null when the row has none. */
export async function addressOf(root: string, { id, target }: TreeNode): Promise<string | null> {
  // JupyterLab does not load it at its start.
  const { pageOfTarget } = await import('@tracklens/core/display');
  const [workspace, projectName] = JSON.parse(id) as string[];
  return target ? pageOfTarget(root, target, { workspace: workspace!, projectName: projectName! }) : null;
}
