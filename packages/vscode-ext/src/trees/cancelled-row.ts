import { type Failure, messageText, remedyText, type TreeNode } from '@tracklens/ui/trees';
import { translate } from '../translate.ts';

const cancelled: Failure = { kind: 'aborted', message: 'Cancelled.', remedy: 'Click to load.', passing: false };

/** Returns the row in place of those below a parent whose read the user has cancelled. */
export function cancelledRow(parent: TreeNode | undefined): TreeNode {
  const path = parent ? (JSON.parse(parent.id) as string[]) : [];
  return {
    id: JSON.stringify([...path, '\0problem']),
    kind: 'problem',
    label: messageText(cancelled, translate),
    description: remedyText(cancelled, translate),
    expandable: false,
    failure: cancelled,
    ...(parent?.connection === undefined ? {} : { connection: parent.connection }),
  };
}

/** Whether rows are in place of those whose read was cancelled. They are read again only when the user asks for it. */
export function isCancelled(rows: readonly TreeNode[]): boolean {
  return rows.some(({ failure }) => failure?.kind === 'aborted');
}
