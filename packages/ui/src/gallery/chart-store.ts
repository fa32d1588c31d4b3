import { retryPause } from '../live/retry-pause.ts';
import { type Failure, failureOf } from '../source/failure.ts';
import type { ChartData, SavedSource, ViewSource } from '../source/view-source.ts';

/** State of one metric's points. */
interface MetricPoints {
  readonly chart: ChartData | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** Whether all points were requested instead of the service's sample. */
  readonly full: boolean;
}

/**
 * Store of points by metric. Reads them when a chart becomes visible, and batches the charts that become visible at
 * once.
 */
export interface ChartStore {
  points(metricName: string): MetricPoints;
  /** Called when a chart becomes visible, or needs all points. */
  show(metricName: string, full: boolean): void;
  hide(metricName: string): void;
  /** Reloads the visible metrics at once, and others when they become visible. */
  refresh(): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
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
    if (metrics.length > 0) part[key] = { ...entry, metrics };
  }
  return part;
}

function hasMetric(chart: ChartData, name: string): boolean {
  return Object.values(chart).some(({ metrics }) => metrics.some(({ metricName }) => metricName === name));
}

/**
 * Creates a store for the charts of some experiments. `alongside` is read in addition to each metric: it is the
 * metric of the x axis. `soon` schedules a batch (default: a microtask).
 */
export function chartStore(
  sources: ChartSources,
  experimentKeys: readonly string[],
  alongside: string | null = null,
  soon: (run: () => void) => void = queueMicrotask,
): ChartStore {
  const listeners = new Set<() => void>();
  const states = new Map<string, MetricPoints>();
  const shown = new Map<string, boolean>();
  const stale = new Set<string>();
  /**
   * One controller per request: a signal that lives as long as the view would retain the listeners of every request.
   */
  const requests = new Set<AbortController>();
  let disposed = false;
  let gathering = false;
  let failures = 0;
  let retrying: ReturnType<typeof setTimeout> | null = null;

  const set = (name: string, next: Partial<MetricPoints>) => {
    states.set(name, { ...(states.get(name) ?? nothing), ...next });
  };
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const withAxis = (names: readonly string[]) => (alongside === null ? names : [...new Set([...names, alongside])]);

  const fetchFrom = async (source: ViewSource, names: readonly string[], full: boolean) => {
    const request = new AbortController();
    requests.add(request);
    const asked = source.chart(experimentKeys, withAxis(names), { full }, request.signal);
    const chart = await asked.finally(() => requests.delete(request));
    for (const name of names) {
      const part = partOf(chart, withAxis([name]));
      // A saved copy contains the points of some metrics only.
      const isLacking = sources.live === null && !hasMetric(part, name);
      set(name, {
        chart: isLacking ? null : part,
        failure: isLacking ? (sources.saved?.absence('the points of this metric') ?? null) : null,
        loading: source !== sources.live && sources.live !== null,
        full,
      });
    }
  };
  const retryLater = (failure: Failure) => {
    // Charts that are read at once also fail at once. This counts as one failure.
    if (retrying !== null) return;
    const pause = retryPause(failure, ++failures, firstPauseMillis, Date.now());
    if (pause === null) return;
    retrying = setTimeout(() => {
      retrying = null;
      gather();
    }, pause);
  };
  const read = async (names: readonly string[], full: boolean) => {
    if (names.length === 0) return;
    const unseen = names.filter((name) => (states.get(name)?.chart ?? null) === null);
    if (sources.saved && unseen.length > 0) {
      await fetchFrom(sources.saved, unseen, false).catch(() => {});
      tell();
    }
    if (!sources.live) return;
    try {
      await fetchFrom(sources.live, names, full);
      failures = 0;
    } catch (error) {
      if (disposed) return;
      const failure = failureOf(error);
      for (const name of names) {
        stale.add(name);
        set(name, { failure, loading: false });
      }
      retryLater(failure);
    }
    if (!disposed) tell();
  };
  const gather = () => {
    if (gathering) return;
    gathering = true;
    soon(() => {
      gathering = false;
      if (disposed) return;
      const due = [...shown.keys()].filter((name) => stale.delete(name));
      for (const name of due) if (!states.has(name)) set(name, {});
      void read(
        due.filter((name) => !shown.get(name)),
        false,
      );
      void read(
        due.filter((name) => shown.get(name)),
        true,
      );
    });
  };

  return {
    points: (name) => states.get(name) ?? nothing,
    show(name, full) {
      const known = states.get(name);
      if (known === undefined || (full && !known.full)) stale.add(name);
      shown.set(name, full);
      gather();
    },
    hide(name) {
      shown.delete(name);
    },
    refresh() {
      for (const name of states.keys()) stale.add(name);
      gather();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      disposed = true;
      if (retrying !== null) clearTimeout(retrying);
      for (const request of requests) request.abort();
      listeners.clear();
    },
  };
}
