import { idlePollMillis } from '../live/idle-poll.ts';
import { type Clock, type Loader, loader } from '../live/loader.ts';
import { type Failure, type FailureKind, failureOf } from '../source/failure.ts';
import type { TreeNode, TreeSource } from './tree-node.ts';

/** Rows that were read, with their parent node. */
export type ReadRows = readonly [parent: TreeNode | null, rows: readonly TreeNode[]];

/** What the polling of a tree needs from the tree's view. */
export interface FreshRowsOptions {
  /** The data of the tree; null without a connection that could be polled. Rejects when the connection fails. */
  source(): Promise<TreeSource | null>;
  /** The rows that a person can see now: those of the root and of each expanded node. */
  open(): Iterable<ReadRows>;
  /** The rows below a node were read; the same array when nothing has changed. */
  replace(parent: TreeNode | null, rows: readonly TreeNode[]): void;
  /** The rows below a node could not be read: those that were read before are still shown. */
  failed(parent: TreeNode | null, failure: Failure): void;
  /** The time between reads of rows with a running experiment. */
  everyMillis(): number;
  readonly clock?: Clock;
}

/** Failures that every other request would meet too. */
const ofTheService: ReadonlySet<FailureKind> = new Set<FailureKind>(['unreachable', 'unauthorized', 'limited']);

/** Polls the visible rows of a tree. */
export interface FreshRows extends Loader<number> {
  /** Reads what is visible now unless that was just done: the person has come back to the window. */
  focus(): void;
}

/**
 * Polls the rows that a person can see: those with a running experiment every `everyMillis`, all others every `idlePollMillis`,
 * since experiments and projects may be added. What became due while the tree was hidden is read when it is seen again.
 * Loads the number of nodes whose rows have changed. After a failure the old rows stay, each attempt waits twice
 * as long, and the first successful one reads everything that is visible.
 */
export function freshRows({ source, open, replace, failed, everyMillis, clock }: FreshRowsOptions): FreshRows {
  const now = () => clock?.now() ?? Date.now();
  /** When the rows below a node were read last, by id. */
  const readAt = new Map<string, number>();
  let everything = false;
  let seen = false;

  const openIds = () => new Set(Array.from(open(), ([parent]) => parent?.id ?? ''));
  const isDue = (parent: TreeNode | null, rows: readonly TreeNode[]) => {
    if (everything || rows.some(({ kind }) => kind === 'problem')) return true;
    const id = parent?.id ?? '';
    const last = readAt.get(id);
    // Rows that are met for the first time were read just now, by the view itself.
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
        // A node that an earlier read no longer found is not asked for.
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
    // After a failure the schedule decides: the service may have asked to wait.
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

/** As many rows as there were, read again; the same array when they have not changed. A failure is one row of the kind `problem`. */
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
