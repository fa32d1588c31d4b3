import { emitter } from '../events/emitter.ts';
import { timer } from '../events/timer.ts';
import { Retries } from '../live/retries.ts';
import { affectsAllRequests, type Failure, failureOf } from '../source/failure.ts';
import type { Summary } from '../source/records.ts';
import type { ExperimentDetails, ExperimentSelection, MetricOverview, ViewSource } from '../source/view-source.ts';
import { MetricOverviews } from './metric-overviews.ts';

/** Maximum number of experiments read concurrently. */
const maxConcurrency = 6;
/** Notifications are batched over this interval, so that a large table is not redrawn for every experiment. */
const notifyMillis = 80;
/** Interval at which the visible rows are sampled while scrolling; rows that pass in between are not read. */
const sampleMillis = 120;
/** Delay before the first automatic retry. */
const firstPauseMillis = 2000;

/**
 * Store of the tags, metrics and parameters of a list of experiments. It reads from `live`, and from `saved` if there
 * is no connection or no response: the metrics of all experiments in one request if the service supports it, and the
 * rest a few experiments at a time, visible ones first.
 */
export class DetailsStore {
  #details = new Map<string, ExperimentDetails>();
  #failure: Failure | null = null;
  readonly #live: ViewSource | null;
  readonly #saved: ViewSource | null;
  readonly #overviews: MetricOverviews;
  readonly #abort = new AbortController();
  /** Requested experiments that are not being read, the most urgent first. */
  #queue = new Set<string>();
  readonly #busy = new Set<string>();
  /** Experiments that have changed since their last read began. */
  readonly #outdated = new Set<string>();
  /** Experiments that could not be read. */
  readonly #failed = new Set<string>();
  /** Experiments that `load` waits for. */
  readonly #loading = new Set<string>();
  #visible: readonly string[] = [];
  /** Visible experiments that are read before the queue. */
  #urgent: string[] = [];
  /** Whether reading is paused because every request would fail the same way. */
  #paused = false;
  readonly #sampling = timer();
  readonly #notifying = timer();
  readonly #retries = new Retries(() => this.retry(), firstPauseMillis);
  readonly #changes = emitter();
  readonly subscribe = this.#changes.subscribe;

  constructor(live: ViewSource | null, saved: ViewSource | null, selection?: ExperimentSelection) {
    this.#live = live;
    this.#saved = saved;
    this.#overviews = new MetricOverviews(live, selection, () => this.#notify());
  }

  /** Loaded details by experiment key; another map after each notification. */
  get details(): ReadonlyMap<string, ExperimentDetails> {
    return this.#details;
  }

  /** Metrics from the overview request; an entry here is newer than the one in `details`. */
  get metrics(): ReadonlyMap<string, MetricOverview> {
    return this.#overviews.metrics;
  }

  /** Reason why some of the requested experiments could not be read, else `null`. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Number of experiments still to be read. */
  get waiting(): number {
    return this.#queue.size + this.#busy.size + this.#urgent.filter((key) => !this.#queue.has(key)).length;
  }

  /** Requests experiments, the most urgent first. Loaded ones are read again only if named in `changed`. */
  request(keys: readonly string[], changed: ReadonlySet<string> = new Set()): void {
    for (const key of changed) {
      this.#outdated.add(key);
      this.#overviews.renew(key);
    }
    const requested = new Set([...keys, ...this.#loading]);
    for (const marked of [this.#failed, this.#outdated]) {
      for (const key of marked) if (!requested.has(key)) marked.delete(key);
    }
    const isDue = (key: string) => !this.#busy.has(key) && (!this.#details.has(key) || this.#outdated.has(key));
    this.#queue = new Set([...requested].filter(isDue));
    // The list has just been read, so the service responds again. A rate limit still applies.
    if (this.#failure?.kind === 'unreachable' || this.#failure?.kind === 'unauthorized') this.#paused = false;
    if (this.#failure !== null && this.#failed.size === 0 && !this.#paused) {
      this.#recover();
      this.#notify();
    }
    this.#overviews.request(this.#queue, this.#abort.signal);
    this.#work();
  }

  /**
   * Prioritizes the visible experiments. Ones that were prioritized before and not yet read go back to the queue if
   * they were requested with `request`.
   */
  readonly prioritize = (keys: readonly string[]): void => {
    this.#visible = keys;
    if (!this.#sampling.isSet) this.#sample();
  };

  /**
   * Reads experiments, also those that are not requested with `request`. Resolves when all of them are read. Some
   * that could not be read have no details then. Rejects with a `Failure` that affects all of them.
   */
  async load(keys: readonly string[]): Promise<void> {
    const isMissing = (key: string) => !this.#details.has(key) && !this.#failed.has(key);
    const loading = keys.filter(isMissing);
    for (const key of loading) {
      this.#loading.add(key);
      if (!this.#busy.has(key)) this.#queue.add(key);
    }
    this.#work();
    await new Promise<void>((resolve) => {
      // Called at the end of the store, too.
      const check = () => {
        if (loading.some(isMissing) && !this.#paused && !this.#abort.signal.aborted) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.subscribe(check);
      check();
    });
    for (const key of loading) this.#loading.delete(key);
    if (this.#paused && loading.some((key) => !this.#details.has(key))) throw this.#failure;
  }

  /** Retries the failed experiments immediately. */
  readonly retry = (): void => {
    this.#retries.cancel();
    this.#paused = false;
    this.#queue = new Set([...this.#failed, ...this.#queue]);
    this.#work();
  };

  dispose(): void {
    this.#abort.abort();
    this.#changes.emit();
    for (const pending of [this.#notifying, this.#sampling]) pending.clear();
    this.#retries.cancel();
  }

  /** Reads the visible experiments that are not loaded, and samples the visible ones again after a while. */
  #sample(): void {
    const visible = this.#visible;
    this.#urgent = visible.filter((key) => !this.#busy.has(key) && !this.#details.has(key));
    this.#work();
    this.#sampling.set(sampleMillis, () => {
      if (this.#visible !== visible) this.#sample();
    });
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
        if (this.#outdated.has(key)) this.#queue.add(key);
        this.#notify();
        this.#work();
      });
    }
  }

  async #read(key: string): Promise<void> {
    const { signal } = this.#abort;
    if (this.#saved && !this.#details.has(key)) {
      await this.#saved.details(key, signal).then(
        (found) => this.#details.set(key, found),
        (error: unknown) => this.#live === null && !signal.aborted && this.#fail(key, failureOf(error)),
      );
    }
    if (!this.#live) return;
    try {
      // Waits for the pending overview request in parallel with the other requests of this experiment.
      const known = this.#overviews.of(key);
      const found = await this.#live.details(
        key,
        signal,
        known.then((overview) => overview && summariesOf(overview)),
      );
      // After the wait: a notification replaces the map.
      this.#details.set(key, found);
      if ((await known) === undefined) this.#overviews.remove(key);
      this.#failed.delete(key);
      if (this.#failed.size === 0) this.#recover();
    } catch (error) {
      if (!signal.aborted) this.#fail(key, failureOf(error));
    }
  }

  #fail(key: string, failure: Failure): void {
    this.#failure = failure;
    this.#failed.add(key);
    this.#paused ||= affectsAllRequests(failure);
    this.#retries.add(failure);
  }

  #recover(): void {
    this.#failure = null;
    this.#paused = false;
    this.#retries.succeed();
    this.#retries.cancel();
  }

  #notify(): void {
    if (this.#notifying.isSet || this.#abort.signal.aborted) return;
    this.#notifying.set(notifyMillis, () => {
      this.#details = new Map(this.#details);
      this.#overviews.publish();
      this.#changes.emit();
    });
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
