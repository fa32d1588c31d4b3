import {
  type AxisKind,
  axisKind,
  axisTitle,
  type ChartEntry,
  type ChartMetric,
  type LookChoices,
  type MetricSeries,
  metricOf,
  metricSeries,
  positiveValues,
  type SeriesNote,
  seriesLooks,
  smoothedLine,
} from '@tracklens/core/display';
import { english, type Translate } from '../text/translate.ts';
import type { ChartData, ChartExperiment, Direction, Grouping, ScaleKind, Smoothing, XAxis } from './chart-settings.ts';
import { groupedLines } from './grouped-lines.ts';
import { project } from './scales.ts';

/** Input of `chartModel`. */
export interface ChartModelInput {
  readonly metricName: string;
  readonly chart: ChartData;
  readonly experiments: readonly ChartExperiment[];
  readonly x: XAxis;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly smoothing: Smoothing | null;
  readonly direction: Direction | null;
  readonly hidden: readonly string[];
  readonly dark: boolean;
  readonly sampledTo: number | null;
  /** Draws one line per group instead of one per experiment. */
  readonly grouping?: Grouping | null;
  /** Palette, and colours by experiment key. An experiment's own colour takes precedence over both. */
  readonly looks?: LookChoices | undefined;
  /** Translation of the axis title. Default: English. */
  readonly t?: Translate | undefined;
}

/** Line of an experiment or a group, with all its points. */
export interface ChartLine {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly dash: readonly number[];
  /** Logged points, without those a logarithmic axis cannot show. */
  readonly series: MetricSeries;
  /** Drawn values: the logged values or the smoothed ones. */
  readonly drawn: Float64Array;
  /** The x of each point after the scale's transform, proportional to pixels. */
  readonly projectedX: Float64Array;
  readonly entry: ChartEntry;
  readonly metric: ChartMetric;
  /** Spread of a group's members and their count at each point; null for an experiment. */
  readonly spread: LineSpread | null;
  /** Member lines to draw behind a group. */
  readonly members: readonly ChartLine[];
}

/** Band and member count of a group. All arrays have the length of the line. */
export interface LineSpread {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly count: Uint32Array;
}

/** Everything a chart shows, before it is downsampled to the available pixels. */
export interface ChartModel {
  readonly metricName: string;
  /** Identifies the x axis. Equal for charts with comparable x values. */
  readonly axis: string;
  readonly xKind: AxisKind;
  readonly xTitle: string;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly smoothed: boolean;
  /** Number of lines whose half-life is counted in points, since steps or times were not logged. */
  readonly smoothedByIndex: number;
  /** Lines to draw, without hidden experiments. */
  readonly lines: readonly ChartLine[];
  /** All experiments (or groups) that have the metric, for the legend. */
  readonly legend: readonly (ChartExperiment & {
    readonly color: string;
    readonly dash: readonly number[];
    readonly hidden: boolean;
  })[];
  /** Least and greatest x of the lines; empty when the first is greater. */
  readonly xExtent: readonly [number, number];
  readonly best: { readonly line: ChartLine; readonly index: number } | null;
  /** Number of points logged for the visible lines. */
  readonly total: number;
  readonly nan: number;
  readonly infinite: number;
  /** Number of points that a logarithmic axis leaves out. */
  readonly nonPositive: number;
  readonly notes: ReadonlyMap<SeriesNote, number>;
  readonly sampledTo: number | null;
  /** How experiments are aggregated, and how many; null where each has its own line. */
  readonly grouped: (Pick<Grouping, 'center' | 'band'> & { readonly experiments: number }) | null;
}

const parsed = new WeakMap<ChartMetric, Map<string, MetricSeries>>();

/** Returns the parsed series. Cached per metric and axis, so that legend clicks and smoothing do not parse again. */
function seriesOf(entry: ChartEntry, metric: ChartMetric, axis: XAxis, axisName: string): MetricSeries {
  const byAxis = parsed.get(metric) ?? new Map<string, MetricSeries>();
  const series = byAxis.get(axisName) ?? metricSeries(entry, metric, axis);
  parsed.set(metric, byAxis.set(axisName, series));
  return series;
}

function projectedValues(x: Float64Array, kind: ScaleKind): Float64Array {
  return kind === 'linear' ? x : x.map((value) => project(kind, value));
}

/** Returns the best point of all lines, by logged values. */
function bestOf(lines: readonly ChartLine[], direction: Direction | null): ChartModel['best'] {
  if (direction === null) return null;
  let best: ChartModel['best'] = null;
  let value = direction === 'min' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    for (let index = 0; index < line.series.y.length; index++) {
      const candidate = line.series.y[index]!;
      if (direction === 'min' ? candidate < value : candidate > value) {
        value = candidate;
        best = { line, index };
      }
    }
  }
  return best;
}

/** Builds the model of a chart from its data. */
export function chartModel(input: ChartModelInput): ChartModel {
  const { chart, metricName, experiments, x, xScale, yScale } = input;
  const axis = typeof x === 'object' ? `metric:${x.metric}` : x;
  const { t = english } = input;
  const title = typeof x === 'object' ? axisTitle(x) : t(axisTitle(x));
  const looks = seriesLooks(
    experiments.map((experiment) => experiment.key),
    input.dark,
    input.looks,
  );
  const grouping = input.grouping ?? null;
  const groupOf = new Map(grouping?.groups.flatMap((group) => group.members.map((key) => [key, group.key] as const)));
  const hidden = new Set(input.hidden);
  const lines: ChartLine[] = [];
  const legend: ChartModel['legend'][number][] = [];
  const legendGroups = new Set<string>();
  const notes = new Map<SeriesNote, number>();
  const xExtent: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let total = 0;
  let nan = 0;
  let infinite = 0;
  let nonPositive = 0;
  let smoothedByIndex = 0;
  for (const experiment of experiments) {
    const entry = Object.hasOwn(chart, experiment.key) ? chart[experiment.key] : undefined;
    const metric = metricOf(entry, metricName);
    if (!entry || !metric) continue;
    const look = looks.get(experiment.key)!;
    const color = experiment.color ?? look.color;
    const dash = experiment.dash ?? look.dash;
    const group = groupOf.get(experiment.key);
    if (grouping) legendGroups.add(group ?? '');
    else legend.push({ ...experiment, color, dash, hidden: hidden.has(experiment.key) });
    if (hidden.has(grouping ? (group ?? '') : experiment.key)) continue;
    const all = seriesOf(entry, metric, x, axis);
    const series = positiveValues(all, xScale === 'log', yScale === 'log');
    total += all.total;
    nonPositive += all.x.length - series.x.length;
    for (const one of all.nonFinite) Number.isNaN(one.value) ? nan++ : infinite++;
    for (const [note, count] of all.notes) notes.set(note, (notes.get(note) ?? 0) + count);
    if (series.x.length === 0 && series.nonFinite.length === 0) continue;
    for (const at of [series.x[0], ...series.segments.map((start) => series.x[start - 1]), series.x.at(-1)]) {
      if (at !== undefined) xExtent[0] = Math.min(xExtent[0], at);
      if (at !== undefined) xExtent[1] = Math.max(xExtent[1], at);
    }
    for (const one of series.nonFinite) {
      xExtent[0] = Math.min(xExtent[0], one.x);
      xExtent[1] = Math.max(xExtent[1], one.x);
    }
    const { drawn, byIndex } = input.smoothing
      ? smoothedLine(series, entry, metric, input.smoothing, yScale === 'log')
      : { drawn: series.y, byIndex: false };
    if (byIndex) smoothedByIndex++;
    const projectedX = projectedValues(series.x, xScale);
    const { key, label } = experiment;
    lines.push({ key, label, color, dash, series, drawn, projectedX, entry, metric, spread: null, members: [] });
  }
  const experimentCount = lines.length;
  if (grouping) {
    const groupLooks = seriesLooks(
      grouping.groups.map(({ key }) => key),
      input.dark,
      input.looks,
    );
    const groups = grouping.groups
      .filter(({ key }) => legendGroups.has(key))
      .map((group) => {
        const look = groupLooks.get(group.key)!;
        const { color = look.color, dash = look.dash } = group;
        return { ...group, color, dash, hidden: hidden.has(group.key) };
      });
    legend.push(...groups);
    const folded = groupedLines(lines, groups, grouping, { metricName, axis: x, xScale, yLog: yScale === 'log' });
    lines.splice(0, lines.length, ...folded);
  }
  return {
    metricName,
    axis,
    xKind: axisKind(x),
    xTitle: notes.has('index-for-step') || notes.has('index-for-epoch') ? t('%1 (or index)', title) : title,
    xScale: axisKind(x) === 'time' ? 'linear' : xScale,
    yScale,
    smoothed: lines.some((line) => line.drawn !== line.series.y),
    smoothedByIndex,
    lines,
    legend,
    xExtent,
    best: bestOf(lines, input.direction),
    total,
    nan,
    infinite,
    nonPositive,
    notes,
    sampledTo: input.sampledTo,
    grouped: grouping ? { center: grouping.center, band: grouping.band, experiments: experimentCount } : null,
  };
}
