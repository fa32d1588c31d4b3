import type { ChartEntry, ChartMetric } from './chart-data.ts';
import type { AxisKind } from './line-chart.ts';
import { metricValue } from './metric-value.ts';
import { plainPoints } from './plain-points.ts';

/** Values of the horizontal axis. `{ metric }` selects another metric. */
export type XAxis = 'step' | 'epoch' | 'wall' | 'duration' | MetricAxis;

/** Horizontal axis with the values of another metric. */
export interface MetricAxis {
  /** Name of the metric. */
  readonly metric: string;
}

/** Caveat about a series that the user must see, because the chart alone would be misleading. */
export type SeriesNote = 'index-for-step' | 'index-for-epoch' | 'duplicate-x' | 'without-x' | 'unreadable' | 'resumed';

/** Point whose value is not finite. */
export interface NonFinitePoint {
  /** Position on the horizontal axis. */
  readonly x: number;
  /** NaN, Infinity or -Infinity. */
  readonly value: number;
}

/**
 * One metric of one experiment, ready to draw. `x` is ascending within each segment and `y` is finite. Non-finite
 * values are listed separately in `nonFinite`.
 */
export interface DrawableSeries {
  /** Position of each point on the horizontal axis. */
  readonly x: Float64Array;
  /** Value of each point. */
  readonly y: Float64Array;
  /** 1 where the point must not be connected to the previous one: after a non-finite value, or at a new segment. */
  readonly breaks: Uint8Array;
  /** Start index of each segment; a single `0` for a series that was never resumed. */
  readonly segments: readonly number[];
  /** Index of each point in the source lists. */
  readonly source: Uint32Array;
  /** Points whose value is not finite. */
  readonly nonFinite: readonly NonFinitePoint[];
  /** Number of logged points; more than `x.length` when the service downsampled them. */
  readonly total: number;
  /** Caveats, each with the number of points that it concerns. */
  readonly notes: ReadonlyMap<SeriesNote, number>;
}

/** Maximum number of resumptions. Beyond it the points count as unordered and are sorted instead. */
const segmentLimit = 32;

/** Returns the unit of an axis. */
export function axisKind(axis: XAxis): AxisKind {
  return axis === 'wall' ? 'time' : axis === 'duration' ? 'duration' : 'number';
}

/** Returns the title of an axis. */
export function axisTitle(axis: XAxis): string {
  if (typeof axis === 'object') return axis.metric;
  return axis === 'wall' ? /* message */ 'time' : axis;
}

/** Returns the metric of an experiment by its name, or null. */
export function metricOf(entry: ChartEntry | undefined, metricName: string): ChartMetric | null {
  return entry?.metrics.find((metric) => metric.metricName === metricName) ?? null;
}

/** The x of each point; `list` where a list has them as they are. */
interface XList {
  readonly at: (index: number) => number | null | undefined;
  readonly list?: readonly (number | null)[];
  readonly note?: SeriesNote;
}

const byIndex = (note: SeriesNote): XList => ({ at: (index) => index, note });

function present(list: readonly (number | null)[] | null | undefined): readonly (number | null)[] | null {
  return list?.some((value) => value !== null) ? list : null;
}

const starts = new WeakMap<ChartEntry, number>();

/**
 * Returns the time of the first point of an experiment, in milliseconds; Infinity without timestamps. It follows from
 * the durations of points where the metrics that were logged first are not in the entry.
 */
export function startMillis(entry: ChartEntry): number {
  const known = starts.get(entry);
  if (known !== undefined) return known;
  let start = entry.startMillis ?? Number.POSITIVE_INFINITY;
  for (const { timestamps, durations } of entry.metrics) {
    if (!timestamps) continue;
    for (let index = 0; index < timestamps.length; index++) {
      const timestamp = timestamps[index];
      if (timestamp == null) continue;
      const first = timestamp - Math.max(0, durations?.[index] ?? 0);
      if (first < start) start = first;
    }
  }
  starts.set(entry, start);
  return start;
}

/** Returns an entry with other metrics, or other points of them. Its durations count from the same start. */
export function entryWithMetrics(entry: ChartEntry, metrics: ChartMetric[]): ChartEntry {
  const start = startMillis(entry);
  return { ...entry, metrics, ...(Number.isFinite(start) ? { startMillis: start } : {}) };
}

function xListOf(entry: ChartEntry, metric: ChartMetric, axis: XAxis): XList {
  if (axis === 'step' || axis === 'epoch') {
    const own = axis === 'step' ? metric.steps : metric.epochs;
    const shared = axis === 'step' ? entry.steps : entry.epochs;
    const list = present(own) ?? (shared?.length === metric.values.length ? present(shared) : null);
    return list
      ? { at: (index) => list[index], list }
      : byIndex(axis === 'step' ? 'index-for-step' : 'index-for-epoch');
  }
  const timestamps = present(metric.timestamps);
  if (axis === 'wall') return { at: (index) => timestamps?.[index], ...(timestamps ? { list: timestamps } : {}) };
  if (axis === 'duration') {
    const start = timestamps ? startMillis(entry) : 0;
    const list = timestamps ?? metric.durations;
    return {
      at: (index) => {
        const value = list?.[index];
        return value === null || value === undefined ? null : value - start;
      },
    };
  }
  const other = metricOf(entry, axis.metric);
  if (!other) return { at: () => null };
  const steps = present(metric.steps);
  const otherSteps = present(other.steps);
  if (!steps || !otherSteps) return { at: (index) => metricValue(other.values[index]) };
  const byStep = new Map<number, number | null>();
  for (const [index, step] of otherSteps.entries()) {
    if (step !== null) byStep.set(step, metricValue(other.values[index]));
  }
  return { at: (index) => byStep.get(steps[index] ?? Number.NaN) };
}

/**
 * Returns the indices where a run was resumed: the step decreased while the time increased. Empty when the points are
 * unordered.
 */
function resumptions(x: Float64Array, count: number, source: Uint32Array, metric: ChartMetric): number[] {
  const timestamps = metric.timestamps;
  const found: number[] = [];
  for (let index = 1; index < count; index++) {
    if (x[index]! >= x[index - 1]!) continue;
    const before = timestamps?.[source[index - 1]!];
    const now = timestamps?.[source[index]!];
    if (before == null || now == null || now < before || found.length >= segmentLimit) return [];
    found.push(index);
  }
  return found;
}

/** Points of a metric and the bounds of their segments: the index of each first point, and that after the last. */
interface SegmentedPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly source: Uint32Array;
  readonly bounds: readonly number[];
}

/** Returns whether x ascends within each segment. */
function isOrdered({ x, bounds }: SegmentedPoints): boolean {
  for (let s = 0; s + 1 < bounds.length; s++) {
    for (let index = bounds[s]! + 1; index < bounds[s + 1]!; index++) if (!(x[index]! > x[index - 1]!)) return false;
  }
  return true;
}

/**
 * Reads one metric of one experiment over an axis. Parses the values once, sorts points by x, keeps the last of equal
 * x, separates non-finite values, and splits a resumed run into segments. Linear in the number of points when they
 * are in order.
 */
export function metricSeries(entry: ChartEntry, metric: ChartMetric, axis: XAxis): DrawableSeries {
  const length = metric.values.length;
  const xList = xListOf(entry, metric, axis);
  const plain = xList.list ? plainPoints(metric.values, xList.list) : null;
  const total = Math.max(metric.total ?? 0, length);
  if (plain) return { ...plain, segments: [0], nonFinite: [], total, notes: new Map() };
  const x = new Float64Array(length);
  const y = new Float64Array(length);
  const source = new Uint32Array(length);
  const notes = new Map<SeriesNote, number>();
  const note = (kind: SeriesNote, count: number) => count > 0 && notes.set(kind, (notes.get(kind) ?? 0) + count);
  let count = 0;
  let unreadable = 0;
  let withoutX = 0;
  for (let index = 0; index < length; index++) {
    const logged = metric.values[index];
    const value = metricValue(logged);
    if (value === null) {
      if (logged !== null && logged !== '') unreadable++;
      continue;
    }
    const at = xList.at(index);
    if (at == null || !Number.isFinite(at)) {
      withoutX++;
      continue;
    }
    x[count] = at;
    y[count] = value;
    source[count++] = index;
  }
  if (xList.note && count > 0) note(xList.note, count);
  note('unreadable', unreadable);
  note('without-x', withoutX);

  const resumed = axis === 'step' || axis === 'epoch' ? resumptions(x, count, source, metric) : [];
  note('resumed', resumed.length);
  const points = { x, y, source, bounds: [0, ...resumed, count] };
  if (isOrdered(points)) return { ...withoutNonFinite(points), total, notes };
  const sorted = sortSegments(points);
  note('duplicate-x', count - sorted.bounds.at(-1)!);
  return { ...withoutNonFinite(sorted), total, notes };
}

/** Returns points sorted by x within their segments; of points with the same x, the last. */
function sortSegments({ x, y, source, bounds }: SegmentedPoints): SegmentedPoints {
  const size = bounds.at(-1)!;
  const sorted = { x: new Float64Array(size), y: new Float64Array(size), source: new Uint32Array(size) };
  const newBounds = [0];
  let count = 0;
  for (let s = 0; s + 1 < bounds.length; s++) {
    const order = Uint32Array.from({ length: bounds[s + 1]! - bounds[s]! }, (_, i) => bounds[s]! + i);
    order.sort((a, b) => x[a]! - x[b]! || a - b);
    const first = count;
    for (const index of order) {
      if (count > first && sorted.x[count - 1] === x[index]) count--;
      sorted.x[count] = x[index]!;
      sorted.y[count] = y[index]!;
      sorted.source[count++] = source[index]!;
    }
    newBounds.push(count);
  }
  return { ...sorted, bounds: newBounds };
}

/** Separates non-finite values and marks the breaks they leave. Moves the other points within their arrays. */
function withoutNonFinite({ x, y, source, bounds }: SegmentedPoints): Omit<DrawableSeries, 'total' | 'notes'> {
  const breaks = new Uint8Array(bounds.at(-1)!);
  const nonFinite: { x: number; value: number }[] = [];
  const segments: number[] = [];
  let kept = 0;
  for (let s = 0; s + 1 < bounds.length; s++) {
    let broken = true;
    if (s === 0 || kept > segments.at(-1)!) segments.push(kept);
    for (let index = bounds[s]!; index < bounds[s + 1]!; index++) {
      const value = y[index]!;
      if (!Number.isFinite(value)) {
        nonFinite.push({ x: x[index]!, value });
        broken = true;
        continue;
      }
      x[kept] = x[index]!;
      y[kept] = value;
      source[kept] = source[index]!;
      breaks[kept++] = broken ? 1 : 0;
      broken = false;
    }
  }
  if (segments.length > 1 && segments.at(-1) === kept) segments.pop();
  return {
    x: x.subarray(0, kept),
    y: y.subarray(0, kept),
    breaks: breaks.subarray(0, kept),
    source: source.subarray(0, kept),
    segments,
    nonFinite,
  };
}
