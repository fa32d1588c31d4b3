import { retryPause } from '../live/retry-pause.ts';
import { type Failure, type FailureKind, failureOf } from '../source/failure.ts';
import type { ExperimentDetails, ExperimentList, MetricOverview, Summary, ViewSource } from '../source/view-source.ts';

/**
 * Tags, metrics and parameters of the experiments of a list: the metrics of all of them in one call where the service has such a call,
 * the rest a few experiments at a time, those in sight first.
 */
export interface DetailsStore {
  readonly details: ReadonlyMap<string, ExperimentDetails>;
  /** What was told of all experiments at once; where it has a key, it is newer than the details. */
  readonly metrics: ReadonlyMap<string, MetricOverview>;
  /** Why some of the wanted experiments could not be read; null once all of them have been. */
  readonly failure: Failure | null;
  /** How many are still to come. */
  readonly waiting: number;
  /** Experiments to read, the most urgent first; those known already are read again only when named in `changed`. */
  want(experimentKeys: readonly string[], changed?: ReadonlySet<string>): void;
  /** What is in sight now comes before all others; what was and has not been asked for waits like them, if it was wanted. */
  hurry(experimentKeys: readonly string[]): void;
  /** Reads now what could not be read. */
  retry(): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

/** Experiments read at the same time. */
const lanes = 6;
/** Changes are told together, so that a table of hundreds is not drawn hundreds of times. */
const tellMillis = 80;
/** While one scrolls, what is in sight is looked at so often: rows that fly past are not read. */
const glanceMillis = 120;
/** The pause before the first automatic attempt after a failure. */
const firstPauseMillis = 2000;
/** Failures that every other experiment would meet too. */
const ofTheService: ReadonlySet<FailureKind> = new Set<FailureKind>(['unreachable', 'unauthorized', 'limited']);
/** So few experiments, of those known, are read by themselves rather than with all others of the project. */
const fewest = 4;
const minPart = 1 / 50;

/** A store that reads from `live`, and from `saved` where there is no connection or no answer. */
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
  /** The experiments that could not be read. */
  const failed = new Set<string>();
  /** Rounds of reads that failed, in a row. */
  let failures = 0;
  let retrying: ReturnType<typeof setTimeout> | null = null;
  /** Nothing is asked: every answer would be the same failure. */
  let paused = false;
  let telling: ReturnType<typeof setTimeout> | null = null;
  /** Whether the metrics are others than listeners have seen. */
  let toldAnew = false;
  /** Those whose metrics have changed since they were told. */
  const stale = new Set<string>();
  /** The call for all of them, while it is under way. */
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
      // A row that has not changed keeps its object, so that it is not drawn again.
      for (const [key, has] of found ?? []) if (!metrics.has(key)) metrics.set(key, has);
      toldAnew = true;
      if (!abort.signal.aborted) tell();
    } catch {
      // Each experiment is then read by itself, which says what is wrong.
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
      // What is asked of all experiments is waited for beside the other readings of this one.
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
    // The reads that were under way at the same time fail with it and count once.
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
      // The list has just been read: the service answers again, unless it asked to wait.
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

/** The same values as one experiment's own summary has them. */
function summariesOf(metrics: MetricOverview): readonly Summary[] {
  return Array.from(metrics, ([name, { current, min, max }]) => ({
    name,
    valueCurrent: String(current),
    valueMin: String(min),
    valueMax: String(max),
  }));
}
