import { type Clock, type Loader, loader } from '../live/loader.ts';
import type { TreeNode, TreeSource } from './tree-node.ts';

/** Rows that were read, with the node they stand below. */
export type ReadRows = readonly [parent: TreeNode | null, rows: readonly TreeNode[]];

/** What keeps rows fresh. */
export interface FreshRowsOptions {
  source(): Promise<TreeSource | null>;
  /** All rows that are open now. */
  open(): Iterable<ReadRows>;
  /** Rows have changed. */
  replace(parent: TreeNode | null, rows: readonly TreeNode[]): void;
  everyMillis(): number;
  readonly clock?: Clock;
}

/**
 * Reads the rows beside running experiments again and again while a person can see them; what became due while they were
 * hidden is read when they are seen again. Loads the number of nodes whose rows have changed. After a failure each attempt waits
 * twice as long, and the old rows stay.
 */
export function freshRows({ source, open, replace, everyMillis, clock }: FreshRowsOptions): Loader<number> {
  let first = true;
  return loader<number>({
    async load(signal) {
      // What is seen for the first time was just read.
      if (first) {
        first = false;
        return 0;
      }
      const tree = await source();
      let changed = 0;
      if (tree === null) return changed;
      for (const [parent, rows] of [...open()]) {
        if (!rows.some(({ state }) => state === 'running')) continue;
        const again = await readAgain(tree, parent, rows, signal);
        if (again === null || signal.aborted) continue;
        replace(parent, again);
        changed++;
      }
      return changed;
    },
    everyMillis,
    ...(clock ? { clock } : {}),
  });
}

/** As many rows as there were, read anew; null where they are the same. Throws where they could not be read. */
async function readAgain(
  source: TreeSource,
  parent: TreeNode | null,
  rows: readonly TreeNode[],
  signal: AbortSignal,
): Promise<readonly TreeNode[] | null> {
  const count = rows.filter(({ kind }) => kind !== 'more').length;
  let again = await source.children(parent, { signal });
  for (let last = again.at(-1); last?.kind === 'more' && again.length - 1 < count; last = again.at(-1)) {
    again = [...again.slice(0, -1), ...(await source.children(parent, { signal, offset: last.offset ?? 0 }))];
  }
  const problem = again.find(({ kind }) => kind === 'problem');
  if (problem) throw Object.assign(new Error(problem.label), { code: 'unreachable' });
  return JSON.stringify(again) === JSON.stringify(rows) ? null : again;
}
