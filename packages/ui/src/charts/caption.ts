import { type ChartModel, experimentCount, extremes } from '@tracklens/core/charts';
import { countText, hoverValueText } from '../text/number-text.ts';
import { counted, english, type Translate } from '../text/translate.ts';

/** Number of points that a chart shows. */
export interface ShownPoints {
  /** Number of points drawn. */
  readonly shown: number;
  /** Number of points in the window, or of all logged points when not zoomed. */
  readonly total: number;
  readonly zoomed: boolean;
  /** Number of values outside the visible y range. */
  readonly beyond?: number;
  /** Whether every point was requested but there are too many to draw each. */
  readonly tooMany?: boolean;
}

const bandTexts = {
  std: /* message */ '%1 ± standard deviation',
  stderr: /* message */ '%1 ± standard error',
  ci95: /* message */ '%1 with 95% confidence interval',
  range: /* message */ '%1, minimum to maximum',
  none: '%1',
} as const;

function groupedText({ center, band, experiments, groups }: NonNullable<ChartModel['grouped']>, t: Translate) {
  const members = counted(t, experiments, '%1 experiment', '%1 experiments');
  return t('%1 of %2 in %3', t(bandTexts[band], t(center)), members, counted(t, groups, '%1 group', '%1 groups'));
}

/** @param isSampled whether only sampled points of the view are known, so that the number of logged ones is not */
function pointsText({ shown, total, zoomed }: ShownPoints, isSampled: boolean, t: Translate): string {
  const all =
    isSampled && zoomed
      ? counted(t, total, '%1 sampled point', '%1 sampled points')
      : counted(t, total, '%1 point', '%1 points');
  const text = shown >= total && !zoomed ? all : t('%1 of %2', countText(Math.min(shown, total)), all);
  return zoomed ? t('%1 in view', text) : text;
}

/** Returns whether only sampled points of a line are known. */
function hasSamples({ sampledTo, lines }: ChartModel): boolean {
  return sampledTo !== null || lines.some(({ metric }) => (metric.total ?? 0) > metric.values.length);
}

/** Returns the caption, such as `500 of 12,431 points`, with notes on what is left out or marked. */
export function captionText(model: ChartModel, points: ShownPoints, t: Translate = english): string {
  const parts = [model.grouped ? groupedText(model.grouped, t) : pointsText(points, model.sampledTo !== null, t)];
  const note = (count: number, one: string, more: string) => count > 0 && parts.push(counted(t, count, one, more));
  if (model.sampledTo !== null) parts.push(t('at most %1 of each series', countText(model.sampledTo)));
  if (points.tooMany) parts.push(t('too many to draw all; extremes are included'));
  note(points.beyond ?? 0, '%1 value outside the visible range', '%1 values outside the visible range');
  if (model.smoothedByIndex > 0) parts.push(t('half-life counted in points'));
  for (const [count, text] of [
    [model.nan, t('%1 NaN', countText(model.nan))],
    [model.infinite, t('%1 infinite', countText(model.infinite))],
  ] as const) {
    if (count > 0) parts.push(hasSamples(model) ? t('at least %1', text) : text);
  }
  note(model.nonPositive, '%1 not positive, left out of the log scale', '%1 not positive, left out of the log scale');
  if (model.notes.has('index-for-step')) parts.push(t('no steps logged, so x is the index'));
  if (model.notes.has('index-for-epoch')) parts.push(t('no epochs logged, so x is the index'));
  note(
    model.notes.get('duplicate-x') ?? 0,
    '%1 repeated x, only the last is drawn',
    '%1 repeated x, only the last is drawn',
  );
  const withoutX = model.notes.get('without-x') ?? 0;
  if (withoutX > 0) parts.push(t('%1 without %2', counted(t, withoutX, '%1 point', '%1 points'), model.xTitle));
  note(model.notes.get('unreadable') ?? 0, '%1 unreadable value', '%1 unreadable values');
  if (model.notes.has('resumed')) parts.push(t('resumed runs are drawn as separate lines'));
  return parts.join(' · ');
}

/** Returns a text description of the chart for screen readers. */
export function summaryText(model: ChartModel, caption: string, t: Translate = english): string {
  const parts = [
    t('Line chart of %1 over %2', model.title, model.xTitle),
    ...metricTexts(model, t),
    model.grouped
      ? counted(t, model.grouped.groups, '%1 group', '%1 groups')
      : counted(t, experimentCount(model.lines), '%1 experiment', '%1 experiments'),
  ];
  if (model.best) {
    const { line, index } = model.best;
    parts.push(t('best %1 by %2', hoverValueText(line.series.y[index]!), line.label));
  }
  parts.push(...lastTexts(model, t));
  parts.push(caption);
  return `${parts.join(', ')}.`;
}

/** Maximum number of metrics that are named. */
const namedMetrics = 8;

/** Returns the number of several metrics and their names. */
function metricTexts({ metrics }: ChartModel, t: Translate): string[] {
  if (metrics.length < 2) return [];
  const names = metrics.slice(0, namedMetrics).join(', ');
  return [
    `${counted(t, metrics.length, '%1 metric', '%1 metrics')}: ${names}${metrics.length > namedMetrics ? '…' : ''}`,
  ];
}

/** Minimum change, as a share of a line's range, that counts as rising or falling. */
const steady = 0.05;

/** Describes the last values and the trends of the lines. */
function lastTexts({ lines }: ChartModel, t: Translate): string[] {
  const drawn = lines.map((line) => line.drawn).filter((values) => values.length > 0);
  const [only] = drawn;
  if (only === undefined) return [];
  const last = (values: Float64Array) => values.at(-1)!;
  if (drawn.length === 1) {
    const way = {
      '-1': /* message */ 'falling from %1 to %2',
      '0': /* message */ 'steady from %1 to %2',
      '1': /* message */ 'rising from %1 to %2',
    };
    return [t(way[trendOf(only)], hoverValueText(only[0]!), hoverValueText(last(only)))];
  }
  const ends = drawn.map(last);
  const ways = drawn.map(trendOf);
  const count = (way: string) => ways.filter((each) => each === way).length;
  const trends = [
    [count('-1'), /* message */ '%1 falling'],
    [count('1'), /* message */ '%1 rising'],
    [count('0'), /* message */ '%1 steady'],
  ] as const;
  return [
    t('last values from %1 to %2', hoverValueText(Math.min(...ends)), hoverValueText(Math.max(...ends))),
    ...trends.flatMap(([many, way]) => (many > 0 ? [t(way, countText(many))] : [])),
  ];
}

type Trend = '-1' | '0' | '1';

const trends = new WeakMap<Float64Array, Trend>();

/** Returns the trend of a line, computed once. */
function trendOf(values: Float64Array): Trend {
  const trend = trends.get(values) ?? signOfTrend(values);
  trends.set(values, trend);
  return trend;
}

/** Returns the sign of the trend: the change between the means of the first and the last tenth. */
function signOfTrend(values: Float64Array): Trend {
  const part = Math.max(1, Math.floor(values.length / 10));
  const change = meanOf(values, values.length - part, values.length) - meanOf(values, 0, part);
  const { least, greatest } = extremes(values);
  if (!(Math.abs(change) > steady * (values[greatest]! - values[least]!))) return '0';
  return change > 0 ? '1' : '-1';
}

/** Returns the mean of the values in [start, end). Each is divided, since a sum of large ones is not finite. */
function meanOf(values: Float64Array, start: number, end: number): number {
  let mean = 0;
  for (let index = start; index < end; index++) mean += values[index]! / (end - start);
  return mean;
}
