import type { Failure } from '../source/failure.ts';
import type { TreeNode } from './tree-node.ts';

/**
 * Returns the failure of a read whose earlier rows are to be retained. Returns `null` if the read succeeded, if there
 * are no earlier rows, or if the node is gone; in the last two cases the new rows show the failure.
 */
export function failureOfRead(earlier: readonly TreeNode[] | undefined, read: readonly TreeNode[]): Failure | null {
  const failure = read.find((row) => row.kind === 'problem')?.failure ?? null;
  if (failure === null || failure.kind === 'not-found') return null;
  return earlier?.some(({ kind }) => kind !== 'problem') ? failure : null;
}
