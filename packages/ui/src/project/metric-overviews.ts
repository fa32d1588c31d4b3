import type { ExperimentSelection, MetricOverview, ViewSource } from '../source/view-source.ts';

/** Up to this number of unknown experiments is read one by one instead of with an overview request. */
const fewest = 4;
const minPart = 1 / 50;

/** Metrics of a list of experiments, which are read in one request if the service supports it. */
export class MetricOverviews {
  #metrics = new Map<string, MetricOverview>();
  readonly #live: ViewSource | null;
  readonly #selection: ExperimentSelection | undefined;
  readonly #onRead: () => void;
  /** Keys of the experiments that have changed since the last read began. */
  readonly #stale = new Set<string>();
  #pending: Promise<void> | null = null;
  #isOffered: boolean;
  /** Whether the map has changed since it was published. */
  #isChanged = false;

  constructor(live: ViewSource | null, selection: ExperimentSelection | undefined, onRead: () => void) {
    this.#live = live;
    this.#selection = selection;
    this.#onRead = onRead;
    this.#isOffered = live?.overview !== undefined && selection !== undefined;
  }

  /** Metrics by experiment key; another map after `publish` if they have changed. */
  get metrics(): ReadonlyMap<string, MetricOverview> {
    return this.#metrics;
  }

  /** Marks an experiment as changed. */
  renew(key: string): void {
    this.#stale.add(key);
  }

  /** Reads the metrics of all experiments if those of many of the given ones are unknown. */
  request(keys: Iterable<string>, signal: AbortSignal): void {
    if (!this.#isOffered || this.#pending !== null) return;
    const unknown = [...keys].filter((key) => this.#known(key) === undefined).length;
    if (unknown > Math.max(fewest, this.#metrics.size * minPart)) this.#pending = this.#read(signal);
  }

  /** Returns the metrics of an experiment after the pending request; undefined if it has to be read by itself. */
  async of(key: string): Promise<MetricOverview | undefined> {
    await this.#pending;
    return this.#known(key);
  }

  /** Removes the metrics of an experiment that was read by itself. */
  remove(key: string): void {
    this.#isChanged = this.#metrics.delete(key) || this.#isChanged;
    this.#stale.delete(key);
  }

  publish(): void {
    if (this.#isChanged) this.#metrics = new Map(this.#metrics);
    this.#isChanged = false;
  }

  #known(key: string): MetricOverview | undefined {
    return this.#stale.has(key) ? undefined : this.#metrics.get(key);
  }

  async #read(signal: AbortSignal): Promise<void> {
    const renewed = [...this.#stale];
    this.#stale.clear();
    try {
      const found = await this.#live!.overview!(this.#selection!, signal);
      if (found === null) this.#isOffered = false;
      for (const key of renewed) this.#metrics.delete(key);
      // An unchanged row keeps its object, so that it is not redrawn.
      for (const [key, overview] of found ?? []) if (!this.#metrics.has(key)) this.#metrics.set(key, overview);
      this.#isChanged = true;
      this.#onRead();
    } catch {
      // Each experiment is then read individually, which reports the error.
      for (const key of renewed) this.#stale.add(key);
    } finally {
      this.#pending = null;
    }
  }
}
