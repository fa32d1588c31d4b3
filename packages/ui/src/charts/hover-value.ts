import { type ChartLine, type ChartModel, project } from '@tracklens/core/charts';
import { nearest, startMillis } from '@tracklens/core/display';

/** Value of one line at the pointer. */
export interface HoverValue {
  readonly line: ChartLine;
  /** Index of the point in `line.series`. */
  readonly index: number;
  readonly x: number;
  /** Drawn value: smoothed where the chart is. */
  readonly y: number;
  /** Logged value. */
  readonly raw: number;
  readonly step: number | null;
  readonly epoch: number | null;
  readonly timestampMillis: number | null;
  /** Time since the experiment's first timestamp. */
  readonly durationMillis: number | null;
  /** Band and member count of a group at this point; null for an experiment. */
  readonly spread: { readonly low: number; readonly high: number; readonly count: number } | null;
}

/**
 * Maximum distance between the pointer and the end of a line, as a share of the width of the window, at which the line
 * still has a value.
 */
const reach = 0.02;

/**
 * Returns the index of the point nearest to `at`, or -1 if no segment covers it or ends within `slack`. Both are in the
 * unit of `x`. Of the nearest segments the last takes precedence: a resumed run replaces what it overlaps.
 */
function indexAt(x: Float64Array, segments: readonly number[], at: number, slack: number): number {
  let index = -1;
  let away = Number.POSITIVE_INFINITY;
  for (let s = segments.length - 1; s >= 0; s--) {
    const start = segments[s]!;
    const end = segments[s + 1] ?? x.length;
    if (start >= end) continue;
    const distance = Math.max(0, x[start]! - at, at - x[end - 1]!);
    if (distance > slack || distance >= away) continue;
    away = distance;
    index = nearest(x, at, start, end);
  }
  return index;
}

/** Returns the x of each point that the pointer can reach, ascending: without those that a resumed run replaced. */
function reachableX({ series: { x, segments } }: ChartLine): Float64Array {
  if (segments.length <= 1) return x;
  return x.filter((at, index) => indexAt(x, segments, at, 0) === index).sort();
}

/** Returns the value of a line nearest to `at`, if any is within `slack`. Both are in the unit of `projectedX`. */
function entryAt(line: ChartLine, at: number, slack: number): HoverValue | null {
  const { series, metric, entry } = line;
  const index = indexAt(line.projectedX, series.segments, at, slack);
  if (index < 0) return null;
  const source = series.source[index]!;
  const shared = entry.steps?.length === metric.values.length ? entry.steps[source] : null;
  const timestampMillis = metric.timestamps?.[source] ?? null;
  return {
    line,
    index,
    x: series.x[index]!,
    y: line.drawn[index]!,
    raw: series.y[index]!,
    step: metric.steps?.[source] ?? shared ?? null,
    epoch: metric.epochs?.[source] ?? null,
    timestampMillis,
    durationMillis:
      timestampMillis === null ? (metric.durations?.[source] ?? null) : timestampMillis - startMillis(entry),
    spread: line.spread && {
      low: line.spread.low[index]!,
      high: line.spread.high[index]!,
      count: line.spread.count[index]!,
    },
  };
}

/** Returns the value of every line nearest to `x`, in descending order. */
export function valuesAt(model: ChartModel, x: number, window: readonly [number, number]): HoverValue[] {
  const [at, from, to] = [x, ...window].map((each) => project(model.xScale, each)) as [number, number, number];
  const slack = Math.abs(to - from) * reach;
  const entries: HoverValue[] = [];
  for (const line of model.lines) {
    const entry = entryAt(line, at, slack);
    if (entry && entry.x >= window[0] && entry.x <= window[1]) entries.push(entry);
  }
  return entries.sort((a, b) => b.y - a.y);
}

/** Experiment or group and metric that the pointer or the keyboard is at. Null is any. */
export interface LineReference {
  readonly experimentKey: string | null;
  readonly metricName: string | null;
}

/**
 * Returns the lines of a chart that a reference from any chart of the view names: that of its metric, or where the
 * chart has none of this metric, those of its experiment.
 */
export function referencedLines(model: ChartModel, { experimentKey, metricName }: LineReference): readonly ChartLine[] {
  const ofMetric = model.lines.filter((line) => line.metricName === metricName);
  if (experimentKey === null) return ofMetric;
  const isOfExperiment = (line: ChartLine) => line.experimentKey === experimentKey;
  const exact = ofMetric.filter(isOfExperiment);
  return exact.length > 0 ? exact : model.lines.filter(isOfExperiment);
}

/**
 * Returns the point that the arrow keys move to: `across` points along a line, `along` lines down. Without a current
 * point, this is the first point in the window, or the last point of the line when moving back or to the end. Null
 * without points.
 */
export function moveFocus(
  model: ChartModel,
  window: readonly [number, number],
  from: ({ readonly x: number } & LineReference) | null,
  across: number,
  along: number,
): { readonly x: number; readonly line: ChartLine } | null {
  const lines = model.lines.filter((line) => line.series.x.length > 0);
  if (lines.length === 0) return null;
  const before = from && referencedLines(model, from)[0];
  const current = before ? lines.indexOf(before) : -1;
  const line = lines[(Math.max(0, current) + along + lines.length) % lines.length]!;
  const points = reachableX(line);
  const last = points.length - 1;
  const stays = line === lines[current];
  const fromTheEnd = across === Number.POSITIVE_INFINITY || (across < 0 && Number.isFinite(across));
  const start = fromTheEnd ? last : points.findIndex((x) => x >= window[0]);
  const index = from === null ? start : nearest(points, from.x) + (stays ? across : 0);
  return { x: points[Math.min(last, Math.max(0, index))]!, line };
}
