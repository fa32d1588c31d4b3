import { entryWithMetrics } from '@tracklens/core/charts';
import type { ChartData } from '@tracklens/core/display';
import { emitter } from '../events/emitter.ts';
import { Retries } from '../live/retries.ts';
import { type Failure, failureOf } from '../source/failure.ts';
import type { SavedSource, ViewSource } from '../source/view-source.ts';
import { joinedCharts } from './joined-charts.ts';

/** State of one metric's points. */
export interface MetricPoints {
  readonly chart: ChartData | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** Whether all points were requested instead of the service's sample. */
  readonly full: boolean;
}

/** Sources of the points. Saved points are shown until the live ones have been read, or when reading fails. */
export interface ChartSources {
  readonly live: ViewSource | null;
  readonly saved: SavedSource | null;
}

/** Initial delay before the automatic retry of a failed request, in milliseconds. */
const firstPauseMillis = 5000;

const nothing: MetricPoints = { chart: null, failure: null, loading: true, full: false };

/** Returns the part of a response with these metrics, so that charts of other metrics need not be redrawn. */
function partOf(chart: ChartData, metricNames: readonly string[]): ChartData {
  const part: ChartData = {};
  for (const [key, entry] of Object.entries(chart)) {
    const metrics = entry.metrics.filter(({ metricName }) => metricNames.includes(metricName));
    if (metrics.length > 0) part[key] = entryWithMetrics(entry, metrics);
  }
  return part;
}

/** Returns the entries of experiments that a response lacks: the service does not have these experiments. */
function entriesOutside(response: ChartData, entries: ChartData | null): ChartData {
  return Object.fromEntries(Object.entries(entries ?? {}).filter(([key]) => !Object.hasOwn(response, key)));
}

function hasMetric(chart: ChartData, name: string): boolean {
  return Object.values(chart).some(({ metrics }) => metrics.some(({ metricName }) => metricName === name));
}

/**
 * Returns the points of several metrics. A saved copy may have only some of them, which are then shown; from a service
 * all are read.
 */
function joinedPoints(parts: readonly MetricPoints[], isLive: boolean): MetricPoints {
  const loading = parts.some((part) => part.loading);
  const read = parts.map(({ chart }) => chart).filter((chart) => chart !== null);
  const isShown = read.length === parts.length || (!isLive && !loading && read.length > 0);
  return {
    chart: isShown ? joinedCharts(read) : null,
    failure: parts.find(({ failure }) => failure !== null)?.failure ?? null,
    loading,
    full: parts.every(({ full }) => full),
  };
}

/**
 * Store of the points of some experiments by metric. Reads them when a chart becomes visible, and batches the charts
 * that become visible at once.
 */
export class ChartStore {
  readonly #sources: ChartSources;
  readonly #experimentKeys: readonly string[];
  readonly #alongside: string | null;
  readonly #states = new Map<string, MetricPoints>();
  /** Points of several metrics, by their names, with those of each that they were joined from. */
  readonly #joined = new Map<string, { readonly parts: readonly MetricPoints[]; readonly points: MetricPoints }>();
  /** Visible metrics, and whether each needs all points. */
  readonly #visible = new Map<string, boolean>();
  readonly #stale = new Set<string>();
  /** Metrics that are being read. Those that become stale meanwhile are read again afterwards. */
  readonly #reading = new Set<string>();
  /**
   * One controller per request: a signal that lives as long as the view would retain the listeners of every request.
   */
  readonly #requests = new Set<AbortController>();
  #disposed = false;
  #isScheduled = false;
  readonly #retries = new Retries(() => this.#readSoon(), firstPauseMillis);
  readonly #changes = emitter();
  readonly subscribe = this.#changes.subscribe;

  /** `alongside` is read in addition to each metric: it is the metric of the x axis. */
  constructor(sources: ChartSources, experimentKeys: readonly string[], alongside: string | null = null) {
    this.#sources = sources;
    this.#experimentKeys = experimentKeys;
    this.#alongside = alongside;
  }

  points(name: string): MetricPoints {
    return this.#states.get(name) ?? nothing;
  }

  /** Returns the points of metrics as those of one chart: the same object as long as none of them has changed. */
  pointsOf(names: readonly string[]): MetricPoints {
    const parts = names.map((name) => this.points(name));
    if (parts.length === 1) return parts[0]!;
    const id = JSON.stringify(names);
    const known = this.#joined.get(id);
    if (known?.parts.every((part, index) => part === parts[index])) return known.points;
    const points = joinedPoints(parts, this.#sources.live !== null);
    this.#joined.set(id, { parts, points });
    return points;
  }

  /** Called when a chart becomes visible, or needs all points. */
  show(name: string, full: boolean): void {
    const known = this.#states.get(name);
    if (known === undefined || (full && !known.full)) this.#stale.add(name);
    this.#visible.set(name, full);
    this.#readSoon();
  }

  hide(name: string): void {
    this.#visible.delete(name);
  }

  /** Reloads the visible metrics at once, and others when they become visible. */
  refresh(): void {
    for (const name of this.#states.keys()) this.#stale.add(name);
    this.#readSoon();
  }

  dispose(): void {
    this.#disposed = true;
    this.#retries.cancel();
    for (const request of this.#requests) request.abort();
  }

  /** Reads the visible metrics that are stale and not being read, in one batch. */
  #readSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#disposed) return;
      const due = [...this.#visible.keys()].filter((name) => !this.#reading.has(name) && this.#stale.delete(name));
      for (const name of due) if (!this.#states.has(name)) this.#set(name, {});
      for (const full of [false, true]) {
        void this.#read(
          due.filter((name) => this.#visible.get(name) === full),
          full,
        );
      }
    });
  }

  async #read(names: readonly string[], full: boolean): Promise<void> {
    if (names.length === 0) return;
    for (const name of names) this.#reading.add(name);
    const failure = await this.#readSources(names, full);
    for (const name of names) this.#reading.delete(name);
    if (this.#disposed) return;
    if (failure) this.#fail(names, failure);
    else if (names.some((name) => this.#stale.has(name))) this.#readSoon();
    this.#changes.emit();
  }

  /** Reads the saved points of the metrics that have none, then the live points. Returns why the latter failed. */
  async #readSources(names: readonly string[], full: boolean): Promise<Failure | null> {
    const { live, saved } = this.#sources;
    const unseen = names.filter((name) => this.points(name).chart === null);
    if (saved && unseen.length > 0) {
      await this.#fetch(saved, unseen, false).catch(() => {});
      this.#changes.emit();
    }
    if (!live || this.#disposed) return null;
    try {
      await this.#fetch(live, names, full);
      this.#retries.succeed();
      return null;
    } catch (error) {
      return failureOf(error);
    }
  }

  async #fetch(source: ViewSource, names: readonly string[], full: boolean): Promise<void> {
    const request = new AbortController();
    this.#requests.add(request);
    const response = source.chart(this.#experimentKeys, this.#withAxis(names), { full }, request.signal);
    const chart = await response.finally(() => this.#requests.delete(request));
    const { live, saved } = this.#sources;
    for (const name of names) {
      const known = entriesOutside(chart, this.points(name).chart);
      const part = { ...known, ...partOf(chart, this.#withAxis([name])) };
      // A saved copy contains the points of some metrics only.
      const isLacking = live === null && !hasMetric(part, name);
      this.#set(name, {
        chart: isLacking ? null : part,
        failure: isLacking ? (saved?.absence('the points of this metric') ?? null) : null,
        loading: source !== live && live !== null,
        full,
      });
    }
  }

  #fail(names: readonly string[], failure: Failure): void {
    for (const name of names) {
      this.#stale.add(name);
      this.#set(name, { failure, loading: false });
    }
    this.#retries.add(failure);
  }

  #withAxis(names: readonly string[]): readonly string[] {
    return this.#alongside === null ? names : [...new Set([...names, this.#alongside])];
  }

  #set(name: string, change: Partial<MetricPoints>): void {
    this.#states.set(name, { ...this.points(name), ...change });
  }
}
