import { retryPause } from '../live/retry-pause.ts';
import { type Failure, type FailureKind, failureOf } from '../source/failure.ts';
import type { Summary } from '../source/records.ts';
import type { ExperimentDetails, ExperimentList, MetricOverview, ViewSource } from '../source/view-source.ts';

/**
 * Store of the tags, metrics and parameters of a list of experiments. It reads the metrics of all of them in one
 * request if the service supports it, and the rest a few experiments at a time, visible ones first.
 */
export interface DetailsStore {
  readonly details: ReadonlyMap<string, ExperimentDetails>;
  /** Metrics from the overview request; an entry here is newer than the one in `details`. */
  readonly metrics: ReadonlyMap<string, MetricOverview>;
  /** Reason why some of the requested experiments could not be read; `null` once all of them have been. */
  readonly failure: Failure | null;
  /** Number of experiments still to be read. */
  readonly waiting: number;
  /** Requests experiments, the most urgent first. Loaded ones are read again only if named in `changed`. */
  want(experimentKeys: readonly string[], changed?: ReadonlySet<string>): void;
  /**
   * Prioritizes the visible experiments. Ones that were prioritized before and not yet read go back to the queue if
   * they were requested with `want`.
   */
  hurry(experimentKeys: readonly string[]): void;
  /** Retries the failed experiments immediately. */
  retry(): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

/** Maximum number of experiments read concurrently. */
const lanes = 6;
/** Notifications are batched over this interval, so that a large table is not redrawn for every experiment. */
const tellMillis = 80;
/** Interval at which the visible rows are sampled while scrolling; rows that pass in between are not read. */
const glanceMillis = 120;
/** Delay before the first automatic retry. */
const firstPauseMillis = 2000;
/** Failures that affect every experiment. */
const ofTheService: ReadonlySet<FailureKind> = new Set<FailureKind>(['unreachable', 'unauthorized', 'limited']);
/** Up to this number of unknown experiments is read one by one instead of with an overview request. */
const fewest = 4;
const minPart = 1 / 50;

/** Creates a store that reads from `live`, and from `saved` if there is no connection or no response. */
export function detailsStore(live: ViewSource | null, saved: ViewSource | null, list?: ExperimentList): DetailsStore {
  const listeners = new Set<() => void>();
  const abort = new AbortController();
  let details = new Map<string, ExperimentDetails>();
  let metrics = new Map<string, MetricOverview>();
  let queue = new Set<string>();
  let inSight: readonly string[] = [];
  let urgent: string[] = [];
  let glance: ReturnType<typeof setTimeout> | null = null;
  const busy = new Set<string>();
  let failure: Failure | null = null;
  /** Keys of the experiments that could not be read. */
  const failed = new Set<string>();
  /** Number of consecutive failed rounds of reads. */
  let failures = 0;
  let retrying: ReturnType<typeof setTimeout> | null = null;
  /** Whether reading is paused because every request would fail the same way. */
  let paused = false;
  let telling: ReturnType<typeof setTimeout> | null = null;
  /** Whether `metrics` has changed since the last notification. */
  let toldAnew = false;
  /** Keys of the experiments whose metrics have changed since the overview was read. */
  const stale = new Set<string>();
  /** Pending overview request. */
  let asking: Promise<void> | null = null;
  let hasOverview = live?.overview !== undefined && list !== undefined;

  const tell = () => {
    telling ??= setTimeout(() => {
      telling = null;
      details = new Map(details);
      if (toldAnew) metrics = new Map(metrics);
      toldAnew = false;
      for (const listener of [...listeners]) listener();
    }, tellMillis);
  };
  const ask = async () => {
    const renewed = [...stale];
    try {
      const found = await live!.overview!(list!, abort.signal);
      if (found === null) hasOverview = false;
      for (const key of renewed) {
        stale.delete(key);
        metrics.delete(key);
      }
      // An unchanged row keeps its object, so that it is not redrawn.
      for (const [key, has] of found ?? []) if (!metrics.has(key)) metrics.set(key, has);
      toldAnew = true;
      if (!abort.signal.aborted) tell();
    } catch {
      // Each experiment is then read individually, which reports the error.
    } finally {
      asking = null;
    }
  };
  const read = async (key: string) => {
    if (saved && !details.has(key)) {
      await saved.details(key, abort.signal).then(
        (found) => details.set(key, found),
        (error: unknown) => live === null && !abort.signal.aborted && fail(key, failureOf(error)),
      );
    }
    if (!live) return;
    try {
      // Waits for the pending overview request in parallel with the other requests of this experiment.
      const known = Promise.resolve(asking).then(() => (stale.has(key) ? undefined : metrics.get(key)));
      const summaries = known.then((has) => has && summariesOf(has));
      details.set(key, await live.details(key, abort.signal, summaries));
      if ((await known) === undefined) {
        toldAnew = metrics.delete(key) || toldAnew;
        stale.delete(key);
      }
      failed.delete(key);
      if (failed.size === 0) recover();
    } catch (error) {
      if (!abort.signal.aborted) fail(key, failureOf(error));
    }
  };
  const recover = () => {
    failure = null;
    failures = 0;
    paused = false;
    if (retrying !== null) clearTimeout(retrying);
    retrying = null;
  };
  const fail = (key: string, reason: Failure) => {
    failure = reason;
    failed.add(key);
    paused ||= ofTheService.has(reason.kind);
    // Concurrent reads that fail together count as one failure.
    if (retrying !== null) return;
    failures++;
    const pause = retryPause(reason, failures, firstPauseMillis, Date.now());
    if (pause !== null) retrying = setTimeout(retry, pause);
  };
  const retry = () => {
    if (retrying !== null) clearTimeout(retrying);
    retrying = null;
    paused = false;
    queue = new Set([...failed, ...queue]);
    work();
  };
  const work = () => {
    while (!paused && busy.size < lanes && !abort.signal.aborted) {
      const key = urgent.shift() ?? queue.values().next().value;
      if (key === undefined) return;
      queue.delete(key);
      busy.add(key);
      void read(key).finally(() => {
        busy.delete(key);
        if (abort.signal.aborted) return;
        tell();
        work();
      });
    }
  };

  const look = () => {
    const seen = inSight;
    urgent = seen.filter((key) => !busy.has(key) && !details.has(key));
    work();
    glance = setTimeout(() => {
      glance = null;
      if (inSight !== seen) look();
    }, glanceMillis);
  };

  return {
    get details() {
      return details;
    },
    get metrics() {
      return metrics;
    },
    get failure() {
      return failure;
    },
    get waiting() {
      return queue.size + busy.size + urgent.filter((key) => !queue.has(key)).length;
    },
    want(keys, changed) {
      queue = new Set(keys.filter((key) => !busy.has(key) && (!details.has(key) || changed?.has(key))));
      const wanted = new Set(keys);
      for (const key of failed) if (!wanted.has(key)) failed.delete(key);
      // The list has just been read, so the service responds again. A rate limit still applies.
      if (failure?.kind === 'unreachable' || failure?.kind === 'unauthorized') paused = false;
      for (const key of changed ?? []) if (metrics.has(key)) stale.add(key);
      const unknown = [...queue].filter((key) => stale.has(key) || !metrics.has(key)).length;
      if (hasOverview && asking === null && unknown > Math.max(fewest, metrics.size * minPart)) {
        asking = ask();
      }
      work();
    },
    hurry(keys) {
      inSight = keys;
      if (glance === null) look();
    },
    retry,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      abort.abort();
      if (telling !== null) clearTimeout(telling);
      if (glance !== null) clearTimeout(glance);
      if (retrying !== null) clearTimeout(retrying);
      listeners.clear();
    },
  };
}

/** Converts an overview entry to the summaries that a single experiment's details would have. */
function summariesOf(metrics: MetricOverview): readonly Summary[] {
  return Array.from(metrics, ([name, { current, min, max }]) => ({
    name,
    valueCurrent: String(current),
    valueMin: String(min),
    valueMax: String(max),
  }));
}
