import { pageOfTarget } from '@tracklens/core/display';
import type { TreeNode } from '@tracklens/ui';

/** Returns the web page URL of a row; null when the row has none. */
export function addressOf(root: string, { id, target }: TreeNode): string | null {
  const [workspace, projectName] = JSON.parse(id) as string[];
  return target ? pageOfTarget(root, target, { workspace: workspace!, projectName: projectName! }) : null;
}
