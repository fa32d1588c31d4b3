import type { Failure } from '../source/failure.ts';
import type { TreeNode, TreeNodeOf } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';

/** Returns the row in place of those that could not be read. */
export function problemNode(
  parent: TreeNode | null,
  failure: Failure,
  message: string,
  remedy: string,
): TreeNodeOf<'problem'> {
  return {
    id: treeNodeId(parent, '\0problem'),
    kind: 'problem',
    label: message,
    description: remedy,
    // A narrow tree truncates the label; the tooltip contains the full text.
    tooltip: `${message}\n${remedy}`,
    expandable: false,
    failure,
    ...(parent?.connection === undefined ? {} : { connection: parent.connection }),
  };
}
