import { retryPause } from '../live/retry-pause.ts';
import { affectsAllRequests, type Failure, failureOf } from '../source/failure.ts';
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
  /** Reason why some of the requested experiments could not be read, else `null`. */
  readonly failure: Failure | null;
  /** Number of experiments still to be read. */
  readonly waiting: number;
  /** Requests experiments, the most urgent first. Loaded ones are read again only if named in `changed`. */
  want(experimentKeys: readonly string[], changed?: ReadonlySet<string>): void;
  /**
   * Prioritizes the visible experiments. Ones that were prioritized before and not yet read go back to the queue if
   * they were requested with `want`.
   */
  prioritize(experimentKeys: readonly string[]): void;
  /** Retries the failed experiments immediately. */
  retry(): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

/** Maximum number of experiments read concurrently. */
const maxConcurrency = 6;
/** Notifications are batched over this interval, so that a large table is not redrawn for every experiment. */
const notifyMillis = 80;
/** Interval at which the visible rows are sampled while scrolling; rows that pass in between are not read. */
const sampleMillis = 120;
/** Delay before the first automatic retry. */
const firstPauseMillis = 2000;
/** Up to this number of unknown experiments is read one by one instead of with an overview request. */
const fewest = 4;
const minPart = 1 / 50;

/** Creates a store that reads from `live`, and from `saved` if there is no connection or no response. */
export function detailsStore(live: ViewSource | null, saved: ViewSource | null, list?: ExperimentList): DetailsStore {
  return new ReadDetails(live, saved, list);
}

/** Store of details with its queue of reads. */
class ReadDetails implements DetailsStore {
  details = new Map<string, ExperimentDetails>();
  metrics = new Map<string, MetricOverview>();
  failure: Failure | null = null;
  readonly #live: ViewSource | null;
  readonly #saved: ViewSource | null;
  readonly #list: ExperimentList | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  #queue = new Set<string>();
  readonly #busy = new Set<string>();
  /** Keys of the experiments that have changed since their last read began. */
  readonly #outdated = new Set<string>();
  #visible: readonly string[] = [];
  /** Visible experiments that are read before the queue. */
  #urgent: string[] = [];
  #sampling: ReturnType<typeof setTimeout> | null = null;
  /** Keys of the experiments that could not be read. */
  readonly #failed = new Set<string>();
  /** Number of consecutive failed rounds of reads. */
  #failures = 0;
  #retrying: ReturnType<typeof setTimeout> | null = null;
  /** Whether reading is paused because every request would fail the same way. */
  #paused = false;
  #notifying: ReturnType<typeof setTimeout> | null = null;
  /** Whether `metrics` has changed since the last notification. */
  #metricsChanged = false;
  /** Keys of the experiments whose metrics have changed since the last read of the overview began. */
  readonly #stale = new Set<string>();
  /** Pending overview request. */
  #overview: Promise<void> | null = null;
  #hasOverview: boolean;

  constructor(live: ViewSource | null, saved: ViewSource | null, list: ExperimentList | undefined) {
    this.#live = live;
    this.#saved = saved;
    this.#list = list;
    this.#hasOverview = live?.overview !== undefined && list !== undefined;
  }

  get waiting(): number {
    return this.#queue.size + this.#busy.size + this.#urgent.filter((key) => !this.#queue.has(key)).length;
  }

  want(keys: readonly string[], changed?: ReadonlySet<string>): void {
    for (const key of changed ?? []) {
      this.#outdated.add(key);
      this.#stale.add(key);
    }
    const wanted = new Set(keys);
    for (const marked of [this.#failed, this.#outdated]) {
      for (const key of marked) if (!wanted.has(key)) marked.delete(key);
    }
    const isDue = (key: string) => !this.#busy.has(key) && (!this.details.has(key) || this.#outdated.has(key));
    this.#queue = new Set(keys.filter(isDue));
    // The list has just been read, so the service responds again. A rate limit still applies.
    if (this.failure?.kind === 'unreachable' || this.failure?.kind === 'unauthorized') this.#paused = false;
    if (this.failure !== null && this.#failed.size === 0 && !this.#paused) {
      this.#recover();
      this.#notify();
    }
    const unknown = [...this.#queue].filter((key) => this.#stale.has(key) || !this.metrics.has(key)).length;
    if (this.#hasOverview && this.#overview === null && unknown > Math.max(fewest, this.metrics.size * minPart)) {
      this.#overview = this.#readOverview();
    }
    this.#work();
  }

  readonly prioritize = (keys: readonly string[]): void => {
    this.#visible = keys;
    if (this.#sampling === null) this.#sample();
  };

  readonly retry = (): void => {
    if (this.#retrying !== null) clearTimeout(this.#retrying);
    this.#retrying = null;
    this.#paused = false;
    this.#queue = new Set([...this.#failed, ...this.#queue]);
    this.#work();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  dispose(): void {
    this.#abort.abort();
    for (const timer of [this.#notifying, this.#sampling, this.#retrying]) if (timer !== null) clearTimeout(timer);
    this.#listeners.clear();
  }

  /** Reads the visible experiments that are not loaded, and samples the visible ones again after a while. */
  #sample(): void {
    const visible = this.#visible;
    this.#urgent = visible.filter((key) => !this.#busy.has(key) && !this.details.has(key));
    this.#work();
    this.#sampling = setTimeout(() => {
      this.#sampling = null;
      if (this.#visible !== visible) this.#sample();
    }, sampleMillis);
  }

  /** Starts reads from the queue, up to the maximum number of concurrent ones. */
  #work(): void {
    while (!this.#paused && this.#busy.size < maxConcurrency && !this.#abort.signal.aborted) {
      const key = this.#urgent.shift() ?? this.#queue.values().next().value;
      if (key === undefined) return;
      this.#queue.delete(key);
      this.#outdated.delete(key);
      this.#busy.add(key);
      void this.#read(key).finally(() => {
        this.#busy.delete(key);
        if (this.#abort.signal.aborted) return;
        if (this.#outdated.has(key)) this.#queue.add(key);
        this.#notify();
        this.#work();
      });
    }
  }

  async #read(key: string): Promise<void> {
    const { signal } = this.#abort;
    if (this.#saved && !this.details.has(key)) {
      await this.#saved.details(key, signal).then(
        (found) => this.details.set(key, found),
        (error: unknown) => this.#live === null && !signal.aborted && this.#fail(key, failureOf(error)),
      );
    }
    if (!this.#live) return;
    try {
      // Waits for the pending overview request in parallel with the other requests of this experiment.
      const known = Promise.resolve(this.#overview).then(() =>
        this.#stale.has(key) ? undefined : this.metrics.get(key),
      );
      const summaries = known.then((overview) => overview && summariesOf(overview));
      const found = await this.#live.details(key, signal, summaries);
      // After the wait: a notification replaces the map.
      this.details.set(key, found);
      if ((await known) === undefined) {
        this.#metricsChanged = this.metrics.delete(key) || this.#metricsChanged;
        this.#stale.delete(key);
      }
      this.#failed.delete(key);
      if (this.#failed.size === 0) this.#recover();
    } catch (error) {
      if (!signal.aborted) this.#fail(key, failureOf(error));
    }
  }

  async #readOverview(): Promise<void> {
    const renewed = [...this.#stale];
    this.#stale.clear();
    try {
      const found = await this.#live!.overview!(this.#list!, this.#abort.signal);
      if (found === null) this.#hasOverview = false;
      for (const key of renewed) this.metrics.delete(key);
      // An unchanged row keeps its object, so that it is not redrawn.
      for (const [key, overview] of found ?? []) if (!this.metrics.has(key)) this.metrics.set(key, overview);
      this.#metricsChanged = true;
      if (!this.#abort.signal.aborted) this.#notify();
    } catch {
      // Each experiment is then read individually, which reports the error.
      for (const key of renewed) this.#stale.add(key);
    } finally {
      this.#overview = null;
    }
  }

  #fail(key: string, reason: Failure): void {
    this.failure = reason;
    this.#failed.add(key);
    this.#paused ||= affectsAllRequests(reason);
    // Concurrent reads that fail together count as one failure.
    if (this.#retrying !== null) return;
    this.#failures++;
    const pause = retryPause(reason, this.#failures, firstPauseMillis, Date.now());
    if (pause !== null) this.#retrying = setTimeout(this.retry, pause);
  }

  #recover(): void {
    this.failure = null;
    this.#failures = 0;
    this.#paused = false;
    if (this.#retrying !== null) clearTimeout(this.#retrying);
    this.#retrying = null;
  }

  #notify(): void {
    this.#notifying ??= setTimeout(() => {
      this.#notifying = null;
      this.details = new Map(this.details);
      if (this.#metricsChanged) this.metrics = new Map(this.metrics);
      this.#metricsChanged = false;
      for (const listener of [...this.#listeners]) listener();
    }, notifyMillis);
  }
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
