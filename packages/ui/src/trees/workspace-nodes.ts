import type { API } from '@tracklens/core/browser';
import { mapConcurrent } from '@tracklens/core/client';
import { containsWords } from '../text/contains-words.ts';
import type { TreeNode } from './tree-node.ts';
import { rootId, treeNodeId } from './tree-node-id.ts';
import type { FoundNodes } from './tree-search.ts';

/** Returns the workspaces of an account, the roots of each tree. */
export async function workspaceNodes(api: API, signal: AbortSignal | undefined): Promise<readonly TreeNode[]> {
  const names = await api.getWorkspaces({ signal });
  return names.map(workspaceNode);
}

/** Returns the node of a workspace. */
export function workspaceNode(workspace: string): TreeNode {
  return { id: treeNodeId(null, workspace), kind: 'workspace', workspace, label: workspace, expandable: true };
}

/** Finds the nodes below the workspaces whose texts contain each word of a filter. Reads each workspace. */
export async function foundInWorkspaces(
  filter: string,
  read: (node: TreeNode | null) => Promise<readonly TreeNode[]>,
): Promise<FoundNodes> {
  const found = new Map<string, readonly TreeNode[]>();
  const workspaces = await read(null);
  await mapConcurrent(workspaces, async (workspace) => {
    const matches = (await read(workspace)).filter(({ label, description, badge, tooltip }) =>
      containsWords([label, description, badge, tooltip].join('\n'), filter),
    );
    if (matches.length > 0) found.set(workspace.id, matches);
  });
  const leading = workspaces.filter(({ id }) => found.has(id)).map((node) => ({ ...node, open: true }));
  if (leading.length > 0) found.set(rootId, leading);
  return found;
}
