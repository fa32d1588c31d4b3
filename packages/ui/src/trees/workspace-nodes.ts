import type { API } from '@tracklens/core/browser';
import { type TreeNode, treeNodeId } from './tree-node.ts';

/** The workspaces of an account: where each tree begins. */
export async function workspaceNodes(api: API, signal: AbortSignal | undefined): Promise<readonly TreeNode[]> {
  const names = await api.getWorkspaces({ signal });
  return names.map((name) => ({ id: treeNodeId(null, name), kind: 'workspace', label: name, expandable: true }));
}
