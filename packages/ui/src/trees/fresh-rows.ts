import { idlePollMillis } from '../live/idle-poll.ts';
import { type Clock, type Loader, loader } from '../live/loader.ts';
import { type Failure, type FailureKind, failureOf } from '../source/failure.ts';
import type { TreeNode, TreeSource } from './tree-node.ts';

/** Loaded rows with their parent node. */
export type ReadRows = readonly [parent: TreeNode | null, rows: readonly TreeNode[]];

/** Options of the polling, provided by the tree's view. */
export interface FreshRowsOptions {
  /** Returns the data of the tree; `null` without a connection to poll. Rejects if the connection fails. */
  source(): Promise<TreeSource | null>;
  /** Returns the visible rows: those of the root and of each expanded node. */
  open(): Iterable<ReadRows>;
  /** Called with the rows of a node after a read; the same array if nothing has changed. */
  replace(parent: TreeNode | null, rows: readonly TreeNode[]): void;
  /** Called if the rows of a node could not be read; the earlier rows are still shown. */
  failed(parent: TreeNode | null, failure: Failure): void;
  /** Returns the poll interval of rows with a running experiment. */
  everyMillis(): number;
  readonly clock?: Clock;
}

/** Failures that affect every request. */
const ofTheService: ReadonlySet<FailureKind> = new Set<FailureKind>(['unreachable', 'unauthorized', 'limited']);

/** Polls the visible rows of a tree. */
export interface FreshRows extends Loader<number> {
  /** Reads the visible rows, unless they were read recently. Called when the user returns to the window. */
  focus(): void;
}

/**
 * Polls the visible rows: those with a running experiment every `everyMillis`, all others every `idlePollMillis`,
 * since experiments and projects may be added. Rows that became due while the tree was hidden are read when it is
 * visible again. The loaded value is the number of nodes whose rows have changed. After a failure the old rows are
 * retained, retries use exponential backoff, and the first successful one reads all visible rows.
 */
export function freshRows({ source, open, replace, failed, everyMillis, clock }: FreshRowsOptions): FreshRows {
  const now = () => clock?.now() ?? Date.now();
  /** Time of the last read of the rows of a node, by node id. */
  const readAt = new Map<string, number>();
  let everything = false;
  let seen = false;

  const openIds = () => new Set(Array.from(open(), ([parent]) => parent?.id ?? ''));
  const isDue = (parent: TreeNode | null, rows: readonly TreeNode[]) => {
    if (everything || rows.some(({ kind }) => kind === 'problem')) return true;
    const id = parent?.id ?? '';
    const last = readAt.get(id);
    // Rows seen for the first time were just read by the view itself.
    if (last === undefined) readAt.set(id, now());
    const running = rows.some(({ state }) => state === 'running');
    const pause = running ? everyMillis() : Math.max(idlePollMillis, everyMillis());
    return last !== undefined && now() - last >= pause;
  };
  const polling = loader<number>({
    async load(signal) {
      let tree: TreeSource | null;
      try {
        tree = await source();
      } catch (error) {
        everything = true;
        failed(null, failureOf(error, now()));
        throw error;
      }
      let changed = 0;
      if (tree === null) return changed;
      let failedLast: Failure | null = null;
      const due = [...open()].filter(([parent, rows]) => isDue(parent, rows));
      for (const [parent, rows] of due) {
        // Skips a node that an earlier read of this poll has removed.
        if (parent !== null && !openIds().has(parent.id)) continue;
        const again = await readAgain(tree, parent, rows, signal);
        if (signal.aborted) return changed;
        const { failure } = again.find(({ kind }) => kind === 'problem') ?? {};
        if (failure !== undefined && failure.kind !== 'absent') {
          failed(parent, failure);
          failedLast = failure;
          if (ofTheService.has(failure.kind)) break;
          continue;
        }
        readAt.set(parent?.id ?? '', now());
        replace(parent, again);
        if (again !== rows) changed++;
      }
      everything = failedLast !== null;
      if (failedLast !== null) throw failedLast;
      return changed;
    },
    everyMillis,
    ...(clock ? { clock } : {}),
  });
  const focus = () => {
    const { failure, loading, updatedAtMillis } = polling.state;
    // After a failure the retry schedule applies: the service may have asked to wait.
    if (failure !== null || loading || now() - (updatedAtMillis ?? now()) < everyMillis()) return;
    everything = true;
    polling.reload();
  };

  return {
    get state() {
      return polling.state;
    },
    see(visible) {
      const returns = visible && !seen;
      seen = visible;
      if (returns) focus();
      polling.see(visible);
    },
    focus,
    reload() {
      everything = true;
      polling.reload();
    },
    subscribe: polling.subscribe,
    dispose: polling.dispose,
  };
}

/**
 * Reads at least as many rows again as are loaded; returns the same array if they have not changed. A failure is a
 * row of kind `problem`.
 */
async function readAgain(
  source: TreeSource,
  parent: TreeNode | null,
  rows: readonly TreeNode[],
  signal: AbortSignal,
): Promise<readonly TreeNode[]> {
  const count = rows.filter(({ kind }) => kind !== 'more').length;
  let again = await source.children(parent, { signal });
  for (let last = again.at(-1); last?.kind === 'more' && again.length - 1 < count; last = again.at(-1)) {
    again = [...again.slice(0, -1), ...(await source.children(parent, { signal, offset: last.offset ?? 0 }))];
  }
  return JSON.stringify(again) === JSON.stringify(rows) ? rows : again;
}
