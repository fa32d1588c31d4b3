import type { ChartData, ChartEntry, ChartMetric } from './chart-data.ts';
import { type ChartModelInput, type LoadedWindow, visibleExperiments } from './chart-model.ts';
import type { ChartSettings } from './chart-settings.ts';
import { seriesKey } from './drawn-series.ts';
import { extentOfExperiments, hasWholeX, xScaleOf } from './experiment-lines.ts';
import { axisKind, entryWithMetrics, metricOf, startMillis, type XAxis } from './metric-series.ts';
import { metricValue } from './metric-value.ts';
import { shownX } from './shown-domain.ts';

/** Points of a metric in a window of its x axis, in the order of the axis. */
export interface WindowColumns {
  readonly experimentKey: string;
  readonly metricName: string;
  /** Number of logged points in the window. */
  readonly total: number;
  readonly values: Float64Array;
  /** NaN where none was logged. */
  readonly steps: Float64Array;
  readonly epochs: Float64Array | null;
  readonly timestamps: Float64Array;
}

/** Window of one metric of an experiment on the axis of the service. */
export interface SeriesWindow {
  readonly experimentKey: string;
  readonly metricName: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the axis by which the service reads windows of an x axis, or null. It has no windows of epochs or of values
 * of another metric: those of steps are read where the positions of each series ascend with its steps.
 */
export function windowAxis(xAxis: XAxis, chart: ChartData | null, metrics: readonly string[]): 'step' | 'time' | null {
  if (xAxis === 'step') return 'step';
  if (xAxis === 'wall' || xAxis === 'duration') return 'time';
  const isAscending = (entry: ChartEntry, metricName: string) =>
    !seriesNames([metricName], xAxis).every((name) => metricOf(entry, name) !== null) ||
    enclosingSteps(entry, metricName, xAxis, [0, 0]) !== null;
  return Object.values(chart ?? {}).every((entry) => metrics.every((name) => isAscending(entry, name))) ? 'step' : null;
}

/** Returns the names of the metrics whose points are read for a chart: also the one that is its x axis. */
const seriesNames = (metrics: readonly string[], xAxis: XAxis) =>
  typeof xAxis === 'object' ? [...new Set([...metrics, xAxis.metric])] : metrics;

type StepAxis = Exclude<XAxis, 'wall' | 'duration'>;

/** Returns the positions of known points on an axis; on that of another metric, of the points of this metric. */
function positionsOf(entry: ChartEntry, metricName: string, axis: StepAxis): readonly (number | null)[] {
  if (typeof axis === 'object') return metricOf(entry, axis.metric)?.values.map(metricValue) ?? [];
  const metric = metricOf(entry, metricName);
  return (axis === 'step' ? (metric?.steps ?? entry.steps) : (metric?.epochs ?? entry.epochs)) ?? [];
}

/**
 * Returns the steps of known points that enclose a window of epochs or of values of another metric; null if these do
 * not ascend with steps, or a point has none.
 */
function enclosingSteps(
  entry: ChartEntry,
  metricName: string,
  axis: StepAxis,
  [from, to]: readonly [number, number],
): readonly [number, number] | null {
  const steps = positionsOf(entry, typeof axis === 'object' ? axis.metric : metricName, 'step');
  const positions = positionsOf(entry, metricName, axis);
  if (steps.length === 0 || steps.length !== positions.length) return null;
  let first = steps[0] ?? null;
  let last: number | null = null;
  for (let index = 0; index < steps.length; index++) {
    const [step, at] = [steps[index] ?? null, positions[index] ?? null];
    if (step === null || at === null || !Number.isFinite(at)) return null;
    if (index > 0 && (step < steps[index - 1]! || at < positions[index - 1]!)) return null;
    if (at < from) first = step;
    else if (at > to) last ??= step;
  }
  return [first!, last ?? steps.at(-1)!];
}

/** Input of `zoomWindow`. */
export interface ZoomInput extends Pick<ChartModelInput, 'metrics' | 'chart' | 'experiments' | 'groups'> {
  readonly settings: ChartSettings;
}

/**
 * Returns the visible window of a zoom as a chart of these points draws it, with the extent of the experiments, which
 * a zoom that follows the newest point ends at.
 *
 * @returns null without a zoom of the x axis
 */
export function zoomWindow(input: ZoomInput): Pick<LoadedWindow, 'domain' | 'extent'> | null {
  const { settings } = input;
  if (!settings.zoom?.x) return null;
  const extent = extentOfExperiments({ ...input, experiments: visibleExperiments(input.experiments, input) });
  const axis = { xKind: axisKind(settings.xAxis), xScale: xScaleOf(settings), isWholeX: hasWholeX(settings, extent) };
  return { extent, domain: shownX({ ...axis, xExtent: extent }, settings) };
}

/**
 * Returns the windows of each experiment. Durations count from the start of each; epochs and values of another metric
 * are read by their steps.
 */
export function seriesWindows(
  chart: ChartData,
  metrics: readonly string[],
  xAxis: XAxis,
  [from, to]: readonly [number, number],
): SeriesWindow[] {
  return Object.entries(chart).flatMap(([experimentKey, entry]) => {
    const start = xAxis === 'duration' ? startMillis(entry) : 0;
    const logged = metrics.filter((name) => metricOf(entry, name) !== null);
    if (logged.length === 0) return [];
    return seriesNames(logged, xAxis).flatMap((metricName) => {
      const window =
        xAxis === 'epoch' || typeof xAxis === 'object'
          ? enclosingSteps(entry, metricName, xAxis, [from, to])
          : [from + start, to + start];
      return window === null ? [] : [{ experimentKey, metricName, from: window[0]!, to: window[1]! }];
    });
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

const columnsOf = (windows: readonly WindowColumns[], experimentKey: string, metricName: string) =>
  windows.find((one) => one.experimentKey === experimentKey && one.metricName === metricName);

/**
 * Returns a chart whose metrics have the points of the windows. Outside of them, the known points remain, so that a pan
 * shows something until the next window has been read.
 */
export function windowedChart(chart: ChartData, axis: 'step' | 'time', windows: readonly WindowColumns[]): ChartData {
  return Object.fromEntries(
    Object.entries(chart).map(([key, entry]) => {
      const metrics = entry.metrics.map((metric) => {
        const columns = columnsOf(windows, key, metric.metricName);
        return columns === undefined ? metric : windowedMetric(entry, metric, columns, axis);
      });
      return [key, entryWithMetrics(entry, metrics)];
    }),
  );
}

/** Returns columns as a chart. `starts` has the times of the first points of experiments, which columns do not have. */
export function chartOfColumns(series: readonly WindowColumns[], starts: ReadonlyMap<string, number>): ChartData {
  const entries = [...Map.groupBy(series, ({ experimentKey }) => experimentKey)].map(([key, ofExperiment]) => {
    const metrics = ofExperiment.map(({ metricName, total, values, steps, epochs, timestamps }) => ({
      ...{ metricName, total, values: Array.from(values) },
      steps: listOrNull(steps),
      epochs: listOrNull(epochs),
      timestamps: listOrNull(timestamps),
    }));
    return [key, { startMillis: starts.get(key), metrics }] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns whether each logged point of a window is among its columns. */
export function isComplete({ total, values }: WindowColumns): boolean {
  return values.length >= total;
}

/** Windows of a chart that were read together. */
export interface ReadWindows {
  readonly metrics: readonly string[];
  readonly xAxis: XAxis;
  readonly domain: readonly [number, number];
  readonly windows: readonly WindowColumns[];
}

/** Visible part of the domain of windows: all of it, a part of it, or more than it. */
export type VisiblePart = 'all' | 'part' | 'beyond';

/** Returns which part of the domain of windows is visible. */
export function visiblePart({ domain }: ReadWindows, [from, to]: readonly [number, number]): VisiblePart {
  if (from === domain[0] && to === domain[1]) return 'all';
  return from >= domain[0] && to <= domain[1] ? 'part' : 'beyond';
}

/**
 * Returns the number of logged points in the domain of windows by line, without the lines of which only samples of the
 * visible points are known.
 */
export function windowTotals(read: ReadWindows, visible: VisiblePart): Map<string, number> {
  const totals = new Map<string, number>();
  for (const columns of read.windows) {
    if (!read.metrics.includes(columns.metricName)) continue;
    const positions = positionsInWindow(columns, read);
    const total = positions === undefined ? columns.total : pointsWithin(columns, positions, read.domain);
    const isKnown = visible === 'all' || (visible === 'part' && isComplete(columns));
    if (total !== null && isKnown)
      totals.set(seriesKey(read.metrics, columns.experimentKey, columns.metricName), total);
  }
  return totals;
}

/**
 * Returns the position of each point where the service has no windows of the axis; null where none has one, NaN for a
 * point without one.
 */
function positionsInWindow(columns: WindowColumns, { xAxis, windows }: ReadWindows): Float64Array | null | undefined {
  if (xAxis === 'epoch') return columns.epochs;
  if (typeof xAxis !== 'object') return undefined;
  const others = columnsOf(windows, columns.experimentKey, xAxis.metric);
  if (others === undefined || !isComplete(others)) return null;
  const byStep = new Map(Array.from(others.steps, (step, index) => [step, others.values[index]!]));
  return columns.steps.map((step) => byStep.get(step) ?? Number.NaN);
}

/**
 * Returns the number of points whose positions are in a domain, or null where it is not known: some points of a window
 * of steps are outside of the domain. Points of one position are one point of the chart.
 */
function pointsWithin(
  columns: WindowColumns,
  positions: Float64Array | null,
  [from, to]: readonly [number, number],
): number | null {
  if (positions === null || !isComplete(columns)) return null;
  const found = positions.filter((at) => !Number.isNaN(at));
  if (!found.every((at, index) => index === 0 || at >= found[index - 1]!)) return null;
  return new Set(found.filter((at) => at >= from && at <= to)).size;
}
