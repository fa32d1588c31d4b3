import { retryPause } from '../live/retry-pause.ts';
import { type Failure, failureOf } from '../source/failure.ts';
import type { ChartData, SavedSource, ViewSource } from '../source/view-source.ts';

/** What is known of one metric's points. */
export interface MetricPoints {
  readonly chart: ChartData | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** Whether all points were asked for, not the service's sample. */
  readonly full: boolean;
}

/** Points of metrics, read when a chart is seen, all charts of one moment in one call. */
export interface ChartStore {
  points(metricName: string): MetricPoints;
  /** A chart of the metric came into sight, or asks for all points. */
  show(metricName: string, full: boolean): void;
  hide(metricName: string): void;
  /** Reads what is in sight again; the rest when it comes into sight. */
  refresh(): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

/** Where points come from; the saved ones stand in until the live ones have come, and where they fail. */
export interface ChartSources {
  readonly live: ViewSource | null;
  readonly saved: SavedSource | null;
}

/** The pause before the first automatic attempt after a failure. */
const firstPauseMillis = 5000;

const nothing: MetricPoints = { chart: null, failure: null, loading: true, full: false };

/** Answers of the service hold every asked metric; each chart gets its own part, so that others need not be redrawn. */
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
 * A store for the charts of some experiments. `alongside` is read with each metric: the metric of the horizontal axis.
 * `soon` gathers what is shown in the same moment (a microtask unless told).
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
  /** One for each reading: a signal that lives as long as the view would keep what every reading hung on it. */
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
      // A copy holds the points of some metrics only.
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
    // Charts that are read at the same time fail together and count once.
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
