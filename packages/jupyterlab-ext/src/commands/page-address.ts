import type { TreeNode } from '@tracklens/ui';

/** Returns the web page URL of a row; null when the row has none. */
export async function addressOf(root: string, node: TreeNode): Promise<string | null> {
  if (!node.target) return null;
  // JupyterLab does not load it at its start.
  const { pageOfTarget } = await import('@tracklens/core/display');
  return pageOfTarget(root, node.target, node.kind === 'experiment' ? node : null);
}
