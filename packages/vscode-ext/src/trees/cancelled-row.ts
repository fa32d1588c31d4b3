import { failure, messageText, problemNode, remedyText, type TreeNode } from '@tracklens/ui/trees';
import { translate } from '../translate.ts';

const cancelled = failure('aborted', /* message */ 'Cancelled.', /* message */ 'Click to load.');

/** Returns the row in place of those below a parent whose read the user has cancelled. */
export function cancelledRow(parent: TreeNode | undefined): TreeNode {
  return problemNode(parent ?? null, cancelled, messageText(cancelled, translate), remedyText(cancelled, translate));
}

/** Whether rows are in place of those whose read was cancelled. They are read again only when the user asks for it. */
export function isCancelled(rows: readonly TreeNode[]): boolean {
  return rows.some((row) => row.kind === 'problem' && row.failure.kind === 'aborted');
}
