import type { ChartData, ChartEntry, ChartMetric } from './chart-data.ts';
import type { ChartSettings } from './chart-options.ts';
import { metricOf, startMillis, type XAxis } from './metric-series.ts';

/** Points of a metric in a window of its x axis, in the order of the axis. */
export interface WindowColumns {
  readonly experimentKey: string;
  /** Number of logged points in the window. */
  readonly total: number;
  readonly values: Float64Array;
  /** NaN where none was logged. */
  readonly steps: Float64Array;
  readonly epochs: Float64Array | null;
  readonly timestamps: Float64Array;
}

/** Window of one experiment on the axis of the service. */
export interface ExperimentWindow {
  readonly experimentKey: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the axis by which the service reads windows of an x axis, or null. */
export function windowAxis(xAxis: XAxis): 'step' | 'time' | null {
  if (xAxis === 'step') return 'step';
  return xAxis === 'wall' || xAxis === 'duration' ? 'time' : null;
}

/**
 * Returns the visible window of a zoom. With `follow` it ends at the newest known point.
 *
 * @returns null without a zoom of the x axis
 */
export function zoomWindow(
  chart: ChartData,
  metricName: string,
  { zoom, follow, xAxis }: Pick<ChartSettings, 'zoom' | 'follow' | 'xAxis'>,
): readonly [number, number] | null {
  const [from, to] = zoom?.x ?? [0, 0];
  if (!(from < to)) return null;
  if (!follow) return [from, to];
  let last = Number.NEGATIVE_INFINITY;
  for (const entry of Object.values(chart)) {
    const metric = metricOf(entry, metricName);
    const positions = xAxis === 'step' ? (metric?.steps ?? entry.steps) : metric?.timestamps;
    const start = xAxis === 'duration' ? startMillis(entry) : 0;
    for (const at of positions ?? []) if (at !== null) last = Math.max(last, at - start);
  }
  return Number.isFinite(last) ? [last - (to - from), last] : [from, to];
}

/** Returns the window of each experiment. Durations count from the start of each. */
export function experimentWindows(
  chart: ChartData,
  xAxis: XAxis,
  [from, to]: readonly [number, number],
): ExperimentWindow[] {
  return Object.entries(chart).map(([experimentKey, entry]) => {
    const start = xAxis === 'duration' ? startMillis(entry) : 0;
    return { experimentKey, from: from + start, to: to + start };
  });
}

const orNull = (column: Float64Array | null, count: number) =>
  column === null
    ? new Array<null>(count).fill(null)
    : column.includes(Number.NaN)
      ? Array.from(column, (entry) => (Number.isNaN(entry) ? null : entry))
      : Array.from(column);

const listOrNull = (column: Float64Array | null) =>
  column?.some((entry) => !Number.isNaN(entry)) ? orNull(column, column.length) : null;

const empty = (list: (number | null)[]) => (list.every((entry) => entry === null) ? null : list);

/** Returns the points of a metric with those of a window in place of the known ones. */
function windowedMetric(
  entry: ChartEntry,
  metric: ChartMetric,
  columns: WindowColumns,
  axis: 'step' | 'time',
): ChartMetric {
  const inWindow = columns.values.length;
  if (inWindow === 0) return metric;
  const known = { steps: metric.steps ?? entry.steps ?? null, timestamps: metric.timestamps ?? null };
  const positions = axis === 'step' ? known.steps : known.timestamps;
  const window = axis === 'step' ? columns.steps : columns.timestamps;
  const indices = (keep: (at: number) => boolean) =>
    metric.values.flatMap((_, index) => {
      const at = positions?.[index];
      return at != null && keep(at) ? [index] : [];
    });
  const before = indices((at) => at < window[0]!);
  const after = indices((at) => at > window[inWindow - 1]!);
  const joined = <Entry>(list: readonly Entry[] | null | undefined, middle: readonly Entry[], absent: Entry) => [
    ...before.map((index) => list?.[index] ?? absent),
    ...middle,
    ...after.map((index) => list?.[index] ?? absent),
  ];
  return {
    ...metric,
    values: joined(metric.values, [...columns.values], null),
    steps: empty(joined(known.steps, orNull(columns.steps, inWindow), null)),
    epochs: empty(joined(metric.epochs ?? entry.epochs, orNull(columns.epochs, inWindow), null)),
    timestamps: empty(joined(known.timestamps, orNull(columns.timestamps, inWindow), null)),
    durations: null,
  };
}

/**
 * Returns a chart whose metric has the points of the windows. Outside of them, the known points remain, so that a pan
 * shows something until the next window has been read.
 */
export function windowedChart(
  chart: ChartData,
  metricName: string,
  axis: 'step' | 'time',
  windows: readonly WindowColumns[],
): ChartData {
  const windowOf = new Map(windows.map((one) => [one.experimentKey, one]));
  return Object.fromEntries(
    Object.entries(chart).map(([key, entry]) => {
      const columns = windowOf.get(key);
      if (columns === undefined) return [key, entry];
      const metrics = entry.metrics.map((metric) =>
        metric.metricName === metricName ? windowedMetric(entry, metric, columns, axis) : metric,
      );
      return [key, { ...entry, metrics }];
    }),
  );
}

/** Returns columns as a chart. */
export function chartOfColumns(series: readonly (WindowColumns & { readonly metricName: string })[]): ChartData {
  const chart: Record<string, { metrics: ChartMetric[] }> = {};
  for (const { experimentKey, metricName, total, values, steps, epochs, timestamps } of series) {
    chart[experimentKey] ??= { metrics: [] };
    chart[experimentKey].metrics.push({
      ...{ metricName, total, values: Array.from(values) },
      steps: listOrNull(steps),
      epochs: listOrNull(epochs),
      timestamps: listOrNull(timestamps),
    });
  }
  return chart;
}

/** Returns whether each logged point of a window is among its columns. */
export function isComplete({ total, values }: WindowColumns): boolean {
  return values.length >= total;
}
