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

/**
 * Returns the axis by which the service reads windows of an x axis, or null. It has no windows of epochs: those of
 * steps are read where the epochs of each series ascend with its steps.
 */
export function windowAxis(xAxis: XAxis, chart: ChartData | null, metricName: string): 'step' | 'time' | null {
  if (xAxis === 'step') return 'step';
  if (xAxis === 'epoch') {
    const entries = Object.values(chart ?? {}).filter((entry) => metricOf(entry, metricName) !== null);
    return entries.every((entry) => stepsOfEpochs(entry, metricName, [0, 0]) !== null) ? 'step' : null;
  }
  return xAxis === 'wall' || xAxis === 'duration' ? 'time' : null;
}

const positionsOf = (entry: ChartEntry, metricName: string, axis: 'step' | 'epoch') => {
  const metric = metricOf(entry, metricName);
  return (axis === 'step' ? (metric?.steps ?? entry.steps) : (metric?.epochs ?? entry.epochs)) ?? [];
};

/**
 * Returns the steps of known points that enclose a window of epochs; null if epochs do not ascend with steps, or a
 * point has none.
 */
function stepsOfEpochs(
  entry: ChartEntry,
  metricName: string,
  [from, to]: readonly [number, number],
): readonly [number, number] | null {
  const steps = positionsOf(entry, metricName, 'step');
  const epochs = positionsOf(entry, metricName, 'epoch');
  if (steps.length === 0 || steps.length !== epochs.length) return null;
  let first = steps[0] ?? null;
  let last: number | null = null;
  for (let index = 0; index < steps.length; index++) {
    const [step, epoch] = [steps[index] ?? null, epochs[index] ?? null];
    if (step === null || epoch === null) return null;
    if (index > 0 && (step < steps[index - 1]! || epoch < epochs[index - 1]!)) return null;
    if (epoch < from) first = step;
    else if (epoch > to) last ??= step;
  }
  return [first!, last ?? steps.at(-1)!];
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
    const positions =
      xAxis === 'step' || xAxis === 'epoch'
        ? positionsOf(entry, metricName, xAxis)
        : metricOf(entry, metricName)?.timestamps;
    const start = xAxis === 'duration' ? startMillis(entry) : 0;
    for (const at of positions ?? []) if (at !== null) last = Math.max(last, at - start);
  }
  return Number.isFinite(last) ? [last - (to - from), last] : [from, to];
}

/** Returns the window of each experiment. Durations count from the start of each; epochs are read by their steps. */
export function experimentWindows(
  chart: ChartData,
  metricName: string,
  xAxis: XAxis,
  [from, to]: readonly [number, number],
): ExperimentWindow[] {
  return Object.entries(chart).flatMap(([experimentKey, entry]) => {
    if (xAxis === 'epoch') {
      const steps = stepsOfEpochs(entry, metricName, [from, to]);
      return steps === null ? [] : [{ experimentKey, from: steps[0], to: steps[1] }];
    }
    const start = xAxis === 'duration' ? startMillis(entry) : 0;
    return [{ experimentKey, from: from + start, to: to + start }];
  });
}

const orNull = (column: Float64Array | null, count: number) =>
  column === null
    ? new Array<null>(count).fill(null)
    : column.includes(Number.NaN)
      ? Array.from(column, (entry) => (Number.isNaN(entry) ? null : entry))
      : Array.from(column);

/** Returns a list, or null if all of its entries are null. */
const unlessEmpty = (list: (number | null)[]) => (list.every((entry) => entry === null) ? null : list);

const listOrNull = (column: Float64Array | null) => column && unlessEmpty(orNull(column, column.length));

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
    steps: unlessEmpty(joined(known.steps, orNull(columns.steps, inWindow), null)),
    epochs: unlessEmpty(joined(metric.epochs ?? entry.epochs, orNull(columns.epochs, inWindow), null)),
    timestamps: unlessEmpty(joined(known.timestamps, orNull(columns.timestamps, inWindow), null)),
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

/** Windows of a chart that were read together. */
export interface ReadWindows {
  readonly xAxis: XAxis;
  readonly domain: readonly [number, number];
  readonly windows: readonly WindowColumns[];
}

/** What is visible of the domain of windows: all of it, a part of it, or more than it. */
export type VisiblePart = 'all' | 'part' | 'beyond';

/** Returns what is visible of the domain of windows. */
export function visiblePart({ domain }: ReadWindows, [from, to]: readonly [number, number]): VisiblePart {
  if (from === domain[0] && to === domain[1]) return 'all';
  return from >= domain[0] && to <= domain[1] ? 'part' : 'beyond';
}

/**
 * Returns the number of logged points in the domain of windows by experiment, without the experiments of which only
 * samples of the visible points are known.
 */
export function windowTotals({ xAxis, domain, windows }: ReadWindows, visible: VisiblePart): Map<string, number> {
  const totals = new Map<string, number>();
  for (const columns of windows) {
    const total = xAxis === 'epoch' ? epochPoints(columns, domain) : columns.total;
    const isKnown = visible === 'all' || (visible === 'part' && isComplete(columns));
    if (total !== null && isKnown) totals.set(columns.experimentKey, total);
  }
  return totals;
}

/**
 * Returns the number of points in a window of epochs, or null where it is not known: some points of a window of steps
 * are outside of the epochs. Points of one epoch are one point of the chart.
 */
function epochPoints(columns: WindowColumns, [from, to]: readonly [number, number]): number | null {
  const { epochs } = columns;
  if (epochs === null || !isComplete(columns)) return null;
  if (!epochs.every((epoch, index) => index === 0 || epoch >= epochs[index - 1]!)) return null;
  return new Set(epochs.filter((epoch) => epoch >= from && epoch <= to)).size;
}
