import { idlePollMillis } from '../live/idle-poll.ts';
import { type Clock, Loader } from '../live/loader.ts';
import { retryPause } from '../live/retry-pause.ts';
import { affectsAllRequests, type Failure, failureOf } from '../source/failure.ts';
import { failureOfRead } from './failure-of-read.ts';
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
  /** Returns the poll interval of all other rows. Default: `idlePollMillis`. */
  idleMillis?(): number;
  readonly clock?: Clock;
}

/** Times of the last read of the rows of each node. */
class ReadTimes {
  private readonly now: () => number;
  private readonly times = new Map<string, number>();
  private poll: number | null = null;
  private previousPoll: number | null = null;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Notes the time of a poll. */
  beginPoll(): void {
    this.previousPoll = this.poll;
    this.poll = this.now();
  }

  /** Notes that the rows of a node were read. */
  set(parent: TreeNode | null): void {
    this.times.set(parent?.id ?? '', this.now());
  }

  /**
   * Returns the time since the rows of a node were read. The view has read rows that are seen for the first time after
   * the previous poll.
   */
  ageMillis(parent: TreeNode | null): number {
    const last = this.times.get(parent?.id ?? '') ?? this.previousPoll ?? this.now();
    this.times.set(parent?.id ?? '', last);
    return this.now() - last;
  }
}

/** Failures of single nodes. Each node waits for its own next attempt. */
class FailedReads {
  private readonly now: () => number;
  private readonly reads = new Map<string, { rows: string; failures: number; dueMillis: number | null }>();

  constructor(now: () => number) {
    this.now = now;
  }

  /** Notes that the rows of a node could not be read. */
  add(parent: TreeNode | null, rows: readonly TreeNode[], failure: Failure, firstPauseMillis: number): void {
    const failures = (this.of(parent, rows)?.failures ?? 0) + 1;
    const pause = retryPause(failure, failures, firstPauseMillis, this.now());
    const dueMillis = pause === null ? null : this.now() + pause;
    this.reads.set(parent?.id ?? '', { rows: this.textOf(rows), failures, dueMillis });
  }

  /** Returns whether the next attempt is later. There is none until the rows change if it cannot help. */
  isWaiting(parent: TreeNode | null, rows: readonly TreeNode[]): boolean {
    const read = this.of(parent, rows);
    return read !== undefined && (read.dueMillis === null || this.now() < read.dueMillis);
  }

  delete(parent: TreeNode | null): void {
    this.reads.delete(parent?.id ?? '');
  }

  clear(): void {
    this.reads.clear();
  }

  /** Returns the failed read of a node; undefined if its rows have changed since. */
  private of(parent: TreeNode | null, rows: readonly TreeNode[]) {
    const read = this.reads.get(parent?.id ?? '');
    return read?.rows === this.textOf(rows) ? read : undefined;
  }

  /** Returns a text that differs for other rows. The row that reports a failure may differ after each read. */
  private textOf(rows: readonly TreeNode[]): string {
    return JSON.stringify(rows.filter(({ kind }) => kind !== 'problem'));
  }
}

/** Failures that affect all requests of a connection, by its id; a tree of one connection has the id undefined. */
class FailedConnections {
  private readonly now: () => number;
  private readonly waits = new Map<string | undefined, number>();
  private failures = new Map<string | undefined, Failure>();

  constructor(now: () => number) {
    this.now = now;
  }

  /** Forgets the failures of the last poll, but not until when services asked to wait. */
  beginPoll(): void {
    this.failures = new Map();
  }

  add(parent: TreeNode | null, failure: Failure): void {
    this.failures.set(parent?.connection, failure);
    this.waits.set(parent?.connection, failure.retryAtMillis ?? 0);
  }

  /** Returns whether the connection of a node must not be read in this poll. */
  isPaused(parent: TreeNode | null): boolean {
    return this.failures.has(parent?.connection) || this.now() < (this.waits.get(parent?.connection) ?? 0);
  }

  clear(): void {
    this.waits.clear();
  }

  /**
   * Returns a failure of this poll if it concerns all visible rows. That of one of several connections does not delay
   * the others.
   */
  ofAll(open: Iterable<ReadRows>, succeeded: boolean): Failure | undefined {
    const isOtherShown = succeeded || [...open].some(([parent]) => parent && !this.failures.has(parent.connection));
    return isOtherShown ? this.failures.get(undefined) : [...this.failures.values()][0];
  }
}

/** Returns whether one of some rows is a running experiment. */
function hasRunning(rows: readonly TreeNode[]): boolean {
  return rows.some((row) => row.kind === 'experiment' && row.state === 'running');
}

/** Polls the visible rows of a tree. */
export interface FreshRows extends Pick<Loader<number>, keyof Loader<number>> {
  /** Reads the visible rows, unless they were read recently. Called when the user returns to the window. */
  focus(): void;
}

/**
 * Polls the visible rows: those with a running experiment every `everyMillis`, all others every `idleMillis`,
 * since experiments and projects may be added. Rows that became due while the tree was hidden are read when it is
 * visible again. The loaded value is the number of nodes whose rows have changed. After a failure the old rows are
 * retained and retries use exponential backoff: of all rows if it affects all requests, otherwise only of its node. If
 * an automatic retry cannot help, the node is not read before its rows change or the user retries.
 */
export function freshRows(options: FreshRowsOptions): FreshRows {
  const { source, open, replace, failed, everyMillis, idleMillis = () => idlePollMillis, clock } = options;
  const now = () => clock?.now() ?? Date.now();
  const readTimes = new ReadTimes(now);
  const failedReads = new FailedReads(now);
  const failedConnections = new FailedConnections(now);
  let everything = false;
  let seen = false;

  const isDue = (parent: TreeNode | null, rows: readonly TreeNode[]) => {
    if (failedReads.isWaiting(parent, rows)) return false;
    if (everything || rows.some(({ kind }) => kind === 'problem')) return true;
    return readTimes.ageMillis(parent) >= (hasRunning(rows) ? everyMillis() : Math.max(idleMillis(), everyMillis()));
  };
  const shownRows = (parent: TreeNode | null) => [...open()].find(([shown]) => shown?.id === parent?.id)?.[1];
  const polling = new Loader<number>({
    async load(signal) {
      readTimes.beginPoll();
      failedConnections.beginPoll();
      const tree = await source().catch((error: unknown) => {
        everything = true;
        failed(null, failureOf(error, now()));
        throw error;
      });
      if (tree === null) return 0;
      let [changed, succeeded] = [0, false];
      for (const [parent, rows] of [...open()].filter((read) => isDue(...read))) {
        // Skips a node that an earlier read of this poll has removed.
        if (!shownRows(parent) || failedConnections.isPaused(parent)) continue;
        const again = await readAgain(tree, parent, rows, signal);
        if (signal.aborted) return changed;
        // Rows that the user has changed meanwhile, such as by loading a page, are read again by the next poll.
        const isUnchanged = JSON.stringify(shownRows(parent)) === JSON.stringify(rows);
        const failure = again.find((row) => row.kind === 'problem')?.failure;
        if (failure !== undefined && failure.kind !== 'not-found') {
          if (failureOfRead(rows, again) !== null) failed(parent, failure);
          // The row that reports the failure of an earlier read reports this one now.
          else if (isUnchanged) replace(parent, again);
          if (affectsAllRequests(failure)) failedConnections.add(parent, failure);
          else failedReads.add(parent, rows, failure, everyMillis());
          continue;
        }
        succeeded = true;
        failedReads.delete(parent);
        if (!isUnchanged) continue;
        readTimes.set(parent);
        replace(parent, again);
        if (again !== rows) changed++;
      }
      const lost = failedConnections.ofAll(open(), succeeded);
      everything = lost !== undefined;
      if (lost !== undefined) throw lost;
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
    setVisible(visible) {
      const returns = visible && !seen;
      seen = visible;
      if (returns) focus();
      polling.setVisible(visible);
    },
    focus,
    reload() {
      failedReads.clear();
      failedConnections.clear();
      everything = true;
      polling.reload();
    },
    subscribe: polling.subscribe,
    dispose: () => polling.dispose(),
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
    again = [...again.slice(0, -1), ...(await source.children(parent, { signal, offset: last.offset }))];
  }
  return JSON.stringify(again) === JSON.stringify(rows) ? rows : again;
}
