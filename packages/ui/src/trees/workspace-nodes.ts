import type { API } from '@tracklens/core/browser';
import { type TreeNode, treeNodeId } from './tree-node.ts';

/** Returns the workspaces of an account, the roots of each tree. */
export async function workspaceNodes(api: API, signal: AbortSignal | undefined): Promise<readonly TreeNode[]> {
  const names = await api.getWorkspaces({ signal });
  return names.map((name) => ({ id: treeNodeId(null, name), kind: 'workspace', label: name, expandable: true }));
}
