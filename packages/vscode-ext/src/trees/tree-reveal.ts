import { type TreeNode, type TreeNodeOf, treeNodeId } from '@tracklens/ui/trees';

/** Reads of the rows of a tree. */
export interface TreeReads {
  /** Returns the rows below a parent, or of the root, and reads those that are not known. */
  children(parent: TreeNode | undefined): Promise<readonly TreeNode[]>;
  /** Replaces a "show more" row with the next page. Resolves to whether it was read. */
  showMore(row: TreeNodeOf<'more'>): Promise<boolean>;
  /** Returns why rows below a parent could not be read; null if all were read. */
  errorBelow(parent: TreeNode | undefined): Error | null;
}

/**
 * Finds a row by the names from `start`, by default the root, to the row itself. Reads as many pages and groups as
 * necessary. Resolves to null if there is no such row; without names, `start` is found.
 *
 * @throws Error when rows cannot be read
 */
export async function findRow(
  reads: TreeReads,
  start: TreeNode | undefined,
  path: readonly string[],
  signal: AbortSignal,
): Promise<TreeNode | null> {
  let row = start ?? null;
  for (const name of path) {
    row = await findBelow(reads, row ?? undefined, name, signal);
    if (row === null) return null;
  }
  return row;
}

/** Finds a row by its name below a parent, also in the groups there. */
async function findBelow(
  reads: TreeReads,
  parent: TreeNode | undefined,
  name: string,
  signal: AbortSignal,
): Promise<TreeNode | null> {
  const id = treeNodeId(parent ?? null, name);
  let rows: readonly TreeNode[];
  let more: TreeNode | undefined;
  do {
    rows = await reads.children(parent);
    signal.throwIfAborted();
    const found = rows.find((row) => row.id === id);
    if (found) return found;
    more = rows.at(-1);
  } while (more?.kind === 'more' && (await reads.showMore(more)));
  const error = reads.errorBelow(parent);
  if (error) throw error;
  for (const group of rows.filter(({ kind }) => kind === 'group')) {
    const found = await findBelow(reads, group, name, signal);
    if (found) return found;
  }
  return null;
}
