import type { ChartData, ChartEntry, ChartMetric } from './chart-data.ts';
import type { ChartLine } from './chart-line.ts';
import type { ChartExperiment, ModelSettings, ScaleKind } from './chart-settings.ts';
import type { DrawnSeries } from './drawn-series.ts';
import { axisKind, type DrawableSeries, metricOf, metricSeries, type SeriesNote } from './metric-series.ts';
import { positiveValues } from './positive-values.ts';
import { type Domain, project } from './scales.ts';
import { smoothedLine } from './smoothed-line.ts';

/** Input of `experimentLines`. */
interface LinesInput {
  readonly chart: ChartData;
  /** Metrics of experiments, in the order of the lines. */
  readonly series: readonly DrawnSeries[];
  readonly settings: ModelSettings;
}

/** Input of `extentOfExperiments`. */
interface ExtentInput extends Pick<LinesInput, 'chart' | 'settings'> {
  readonly metrics: readonly string[];
  readonly experiments: readonly ChartExperiment[];
}

/** Lines of the visible experiments, and what the caption says about their points. */
export interface ExperimentLines {
  readonly lines: readonly ChartLine[];
  /** Number of logged points. */
  readonly total: number;
  readonly nan: number;
  readonly infinite: number;
  /** Number of points that a logarithmic axis leaves out. */
  readonly nonPositive: number;
  readonly notes: ReadonlyMap<SeriesNote, number>;
  /** Number of lines whose half-life is counted in points, since steps or times were not logged. */
  readonly smoothedByIndex: number;
}

/** Returns the name of an axis. Charts with equal names have comparable x values. */
export function axisName({ xAxis }: ModelSettings): string {
  return typeof xAxis === 'object' ? `metric:${xAxis.metric}` : xAxis;
}

/** Returns the scale of the x axis. Wall time is always linear. */
export function xScaleOf({ xAxis, xScale }: ModelSettings): ScaleKind {
  return axisKind(xAxis) === 'time' ? 'linear' : xScale;
}

/** Returns whether an axis shows whole numbers: steps, or epochs that are not parts of one. */
export function hasWholeX({ xAxis }: ModelSettings, [least, greatest]: Domain): boolean {
  if (xAxis !== 'step' && xAxis !== 'epoch') return false;
  return least > greatest || (Number.isInteger(least) && Number.isInteger(greatest));
}

/** Returns the metric of an experiment with the experiment's entry, or null where it was not logged. */
export function loggedMetric(chart: ChartData, key: string, metricName: string) {
  const entry = Object.hasOwn(chart, key) ? chart[key] : undefined;
  const metric = metricOf(entry, metricName);
  return entry && metric ? { entry, metric } : null;
}

/** Reads metrics of experiments into lines: parsed, without values that the scales cannot show, smoothed. */
export function experimentLines({ chart, series: wanted, settings }: LinesInput): ExperimentLines {
  const { yScale, smoothing } = settings;
  const xScale = xScaleOf(settings);
  const lines: ChartLine[] = [];
  const notes = new Map<SeriesNote, number>();
  const counts = { total: 0, nan: 0, infinite: 0, nonPositive: 0, smoothedByIndex: 0 };
  for (const one of wanted) {
    const logged = loggedMetric(chart, one.experimentKey, one.metricName);
    if (logged === null) continue;
    const { entry, metric } = logged;
    const { all, series } = shownSeries(entry, metric, settings);
    counts.total += all.total;
    counts.nonPositive += all.x.length - series.x.length;
    for (const { value } of all.nonFinite) Number.isNaN(value) ? counts.nan++ : counts.infinite++;
    for (const [note, count] of all.notes) notes.set(note, (notes.get(note) ?? 0) + count);
    if (series.x.length === 0 && series.nonFinite.length === 0) continue;
    const { drawn, byIndex } = smoothing
      ? smoothedLine(series, entry, metric, smoothing, yScale)
      : { drawn: series.y, byIndex: false };
    if (byIndex) counts.smoothedByIndex++;
    const projectedX = xScale === 'linear' ? series.x : series.x.map((value) => project(xScale, value));
    lines.push({ ...one, series, drawn, projectedX, entry, metric, spread: null, members: [] });
  }
  return { lines, notes, ...counts };
}

const parsed = new WeakMap<ChartMetric, Map<string, DrawableSeries>>();

/** Returns the parsed series. Cached per metric and axis, so that legend clicks and smoothing do not parse again. */
function seriesOf(entry: ChartEntry, metric: ChartMetric, settings: ModelSettings): DrawableSeries {
  const axis = axisName(settings);
  const byAxis = parsed.get(metric) ?? new Map<string, DrawableSeries>();
  const series = byAxis.get(axis) ?? metricSeries(entry, metric, settings.xAxis);
  parsed.set(metric, byAxis.set(axis, series));
  return series;
}

/** Returns the parsed series, and that without the points that a logarithmic axis leaves out. */
function shownSeries(entry: ChartEntry, metric: ChartMetric, settings: ModelSettings) {
  const all = seriesOf(entry, metric, settings);
  return { all, series: positiveValues(all, { xScale: xScaleOf(settings), yScale: settings.yScale }) };
}

/** Returns the least and the greatest x of experiments; empty when the first is greater. */
export function extentOfExperiments({ metrics, chart, experiments, settings }: ExtentInput): Domain {
  const logged = experiments.flatMap(({ key }) => metrics.flatMap((name) => loggedMetric(chart, key, name) ?? []));
  return extentOfX(logged.map(({ entry, metric }) => shownSeries(entry, metric, settings).series));
}

/** Returns the least and the greatest x of series; empty when the first is greater. */
export function extentOfX(all: readonly DrawableSeries[]): Domain {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const { x, segments, nonFinite } of all) {
    const ends = [x[0], ...segments.map((start) => x[start - 1]), x.at(-1)];
    for (const at of [...ends.filter((end) => end !== undefined), ...nonFinite.map((one) => one.x)]) {
      least = Math.min(least, at);
      greatest = Math.max(greatest, at);
    }
  }
  return [least, greatest];
}
