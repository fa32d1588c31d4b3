import { type TreeNode, treeNodeId } from './tree-node.ts';

/** Returns the node of a project. */
export function projectNode(
  parent: TreeNode | null,
  workspace: string,
  { projectName, projectDescription = '' }: { readonly projectName: string; readonly projectDescription?: string },
): TreeNode {
  return {
    id: treeNodeId(parent, projectName),
    kind: 'project',
    label: projectName,
    tooltip: [`${workspace} / ${projectName}`, projectDescription].filter(Boolean).join('\n'),
    target: { kind: 'project', workspace, projectName },
    expandable: true,
  };
}
