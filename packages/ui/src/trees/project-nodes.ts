import type { TreeNode, TreeNodeOf } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';

/** Returns the node of a project. */
export function projectNode(
  parent: TreeNode | null,
  workspace: string,
  { projectName, projectDescription = '' }: { readonly projectName: string; readonly projectDescription?: string },
): TreeNodeOf<'project'> {
  return {
    id: treeNodeId(parent, projectName),
    kind: 'project',
    label: projectName,
    tooltip: [`${workspace} / ${projectName}`, projectDescription].filter(Boolean).join('\n'),
    target: { kind: 'project', workspace, projectName },
    expandable: true,
  };
}
