import type { ScaleKind } from './chart-settings.ts';
import { lowerBound, upperBound } from './m4.ts';
import type { DrawableSeries } from './metric-series.ts';
import { type Domain, valueAt } from './scales.ts';
import { extremes } from './value-blocks.ts';

/** One member of a group: ascending `x`, finite `y`, and the breaks of its line. */
export interface AggregationMember {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 1 where the line from the previous point must not be drawn. */
  readonly breaks: Uint8Array;
}

/** Rule that combines the members at each x: the center line and the band around it. */
export interface AggregationRule {
  readonly center: 'mean' | 'median';
  /**
   * Standard deviation, standard error of the mean, 95 % confidence interval of the mean, minimum to maximum, or no
   * band.
   */
  readonly band: 'std' | 'stderr' | 'ci95' | 'range' | 'none';
}

/**
 * Aggregate of a group's members over a common grid. All arrays have the length of `x`; positions without a value are
 * omitted.
 */
export interface Aggregate {
  readonly x: Float64Array;
  readonly center: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Number of members with a value at each x. */
  readonly count: Uint32Array;
  /**
   * 1 at the first position, where no member has a value at the previous grid position, and where the lines of all
   * members that have values at both positions break in between.
   */
  readonly breaks: Uint8Array;
}

/** Positions at which members are combined. */
export interface AggregationGrid {
  /** Scale of the x axis. Default: linear. */
  readonly scale?: ScaleKind;
  /** Visible part of the x axis, which gets positions of its own. Default: none. */
  readonly domain?: Domain | null;
  /** Maximum number of positions, of the whole x axis and of its visible part. */
  readonly limit?: number;
}

/** Maximum grid size. More positions cannot be distinguished on a screen. */
const gridLimit = 2000;

/**
 * Returns every x of any member, in ascending order. Above the limit, returns those of the extremes of the members
 * instead, so that no peak is lost, and more of them in the visible part. Members that were logged at the same steps
 * are therefore never interpolated.
 * @internal Exported for tests: tested without drawing.
 */
export function commonGrid(
  members: readonly AggregationMember[],
  { scale = 'linear', domain = null, limit = gridLimit }: AggregationGrid = {},
): Float64Array {
  const logged = members.filter(({ x }) => x.length > 0);
  const least = Math.min(...logged.map(({ x }) => x[0]!));
  const greatest = Math.max(...logged.map(({ x }) => x.at(-1)!));
  const every = everyPosition(logged, [least, greatest], limit);
  if (every !== null) return every;
  const whole = extremePositions(logged, [least, greatest], scale, limit);
  if (domain === null) return whole;
  // The nearest position on either side is included, so that lines are exact up to the edges.
  const before = logged.map(({ x }) => x[lowerBound(x, domain[0]) - 1] ?? least);
  const after = logged.map(({ x }) => x[upperBound(x, domain[1])] ?? greatest);
  const visible: Domain = [Math.max(...before), Math.min(...after)];
  const detail = everyPosition(logged, visible, limit) ?? extremePositions(logged, visible, scale, limit);
  return Float64Array.of(
    ...whole.subarray(0, lowerBound(whole, visible[0])),
    ...detail,
    ...whole.subarray(upperBound(whole, visible[1])),
  );
}

/** Returns every x of any member in a range, or null if there are more than `limit`. */
function everyPosition(members: readonly AggregationMember[], [from, to]: Domain, limit: number): Float64Array | null {
  const all = new Set<number>();
  for (const { x } of members) {
    const first = lowerBound(x, from);
    const last = upperBound(x, to, first);
    if (last - first > limit) return null;
    for (let index = first; index < last; index++) all.add(x[index]!);
    if (all.size > limit) return null;
  }
  return Float64Array.from(all).sort();
}

/**
 * Returns the ends of a range and the x of the least and the greatest value of all members in each of its intervals,
 * which are equally wide on the screen.
 */
function extremePositions(
  members: readonly AggregationMember[],
  [from, to]: Domain,
  scale: ScaleKind,
  limit: number,
): Float64Array {
  const intervals = Math.max(1, (limit >> 1) - 1);
  const positions = new Float64Array(2 * intervals + 2);
  let size = 0;
  const add = (at: number) => {
    if (size === 0 || at > positions[size - 1]!) positions[size++] = at;
  };
  const starts = members.map(({ x }) => lowerBound(x, from));
  add(from);
  for (let interval = 1; interval <= intervals; interval++) {
    const end = valueAt(scale, [from, to], interval / intervals);
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    let leastAt = to;
    let greatestAt = to;
    for (let index = 0; index < members.length; index++) {
      const { x, y } = members[index]!;
      const start = starts[index]!;
      const next = interval === intervals ? upperBound(x, to, start) : nextAtOrAfter(x, end, start);
      if (next === start) continue;
      starts[index] = next;
      const found = extremes(y, start, next);
      if (y[found.least]! < least) {
        least = y[found.least]!;
        leastAt = x[found.least]!;
      }
      if (y[found.greatest]! > greatest) {
        greatest = y[found.greatest]!;
        greatestAt = x[found.greatest]!;
      }
    }
    if (least > greatest) continue;
    add(Math.min(leastAt, greatestAt));
    add(Math.max(leastAt, greatestAt));
  }
  add(to);
  return positions.subarray(0, size);
}

/**
 * Returns the value of a member at an x: its own, or the linear interpolation of its neighbors. NaN outside its
 * range and within a break.
 * @internal Exported for tests: tested without drawing.
 */
export function valueAtX({ x, y, breaks }: AggregationMember, at: number, after = lowerBound(x, at)): number {
  if (after === x.length) return Number.NaN;
  if (x[after] === at) return y[after]!;
  if (after === 0 || breaks[after] === 1) return Number.NaN;
  const before = after - 1;
  const part = (at - x[before]!) / (x[after]! - x[before]!);
  return y[before]! * (1 - part) + y[after]! * part;
}

/**
 * Aggregates members of any length into one line with a band. Each member counts only between its own first and last
 * x, so a run that ended early does not affect the rest. The standard deviation is that of a sample (n - 1), and 0
 * for one member.
 */
export function aggregated(
  members: readonly AggregationMember[],
  { center, band }: AggregationRule,
  options?: AggregationGrid,
): Aggregate {
  const grid = commonGrid(members, options);
  const length = grid.length;
  const columns = { x: new Float64Array(length), center: new Float64Array(length) };
  const low = new Float64Array(length);
  const high = new Float64Array(length);
  const count = new Uint32Array(length);
  const breaks = new Uint8Array(length);
  let size = 0;
  const cursors = new Uint32Array(members.length);
  const present: number[] = [];
  let before: GridPosition = { at: Number.NaN, values: new Float64Array(members.length).fill(Number.NaN) };
  let here: GridPosition = { at: Number.NaN, values: new Float64Array(members.length) };
  for (const at of grid) {
    const wasPresent = present.length > 0;
    present.length = 0;
    here.at = at;
    for (let index = 0; index < members.length; index++) {
      const member = members[index]!;
      cursors[index] = nextAtOrAfter(member.x, at, cursors[index]!);
      const value = valueAtX(member, at, cursors[index]);
      here.values[index] = value;
      if (!Number.isNaN(value)) present.push(value);
    }
    const broken = !wasPresent || present.length === 0 || everyLineBreaks(members, before, here);
    [before, here] = [here, before];
    if (present.length === 0) continue;
    const middle = center === 'mean' ? mean(present) : median(present);
    const [below, above] = bandOf(present, middle, band);
    columns.x[size] = at;
    columns.center[size] = middle;
    low[size] = below;
    high[size] = above;
    count[size] = present.length;
    breaks[size++] = broken ? 1 : 0;
  }
  return {
    x: columns.x.subarray(0, size),
    center: columns.center.subarray(0, size),
    low: low.subarray(0, size),
    high: high.subarray(0, size),
    count: count.subarray(0, size),
    breaks: breaks.subarray(0, size),
  };
}

/** Grid position with the value of each member there; NaN for none. */
interface GridPosition {
  at: number;
  readonly values: Float64Array;
}

/** Returns the first index from `start` on whose x is at least `at`: searched in growing steps, then by halves. */
function nextAtOrAfter(x: Float64Array, at: number, start: number): number {
  let low = start;
  let step = 1;
  while (low + step <= x.length && x[low + step - 1]! < at) {
    low += step;
    step *= 2;
  }
  return lowerBound(x, at, low, Math.min(x.length, low + step));
}

/**
 * Returns whether some members have values at two adjacent positions, and the line of each of them breaks in between.
 */
function everyLineBreaks(members: readonly AggregationMember[], from: GridPosition, to: GridPosition): boolean {
  let broken = false;
  for (const [index, { x, breaks }] of members.entries()) {
    if (Number.isNaN(from.values[index]) || Number.isNaN(to.values[index])) continue;
    const between = breaks.subarray(upperBound(x, from.at), lowerBound(x, to.at) + 1);
    if (!between.includes(1)) return false;
    broken = true;
  }
  return broken;
}

/**
 * Returns the points of a series that count in a group. For a resumed run, points that were replaced later are left
 * out.
 */
export function memberOf(series: DrawableSeries, drawn: Float64Array): AggregationMember {
  if (series.segments.length <= 1) return { x: series.x, y: drawn, breaks: series.breaks };
  const latest: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let index = series.x.length - 1; index >= 0; index--) {
    if (series.x[index]! >= least) continue;
    least = series.x[index]!;
    latest.push(index);
  }
  latest.reverse();
  return {
    x: Float64Array.from(latest, (index) => series.x[index]!),
    y: Float64Array.from(latest, (index) => drawn[index]!),
    breaks: Uint8Array.from(latest, (index) => (series.segments.includes(index) ? 0 : series.breaks[index]!)),
  };
}

function mean(values: readonly number[]): number {
  // Divides before summing: the sum of values near the maximum number would overflow to infinity.
  let sum = 0;
  for (const value of values) sum += value / values.length;
  return sum;
}

function median(values: number[]): number {
  const sorted = values.slice().sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : sorted[half - 1]! / 2 + sorted[half]! / 2;
}

function bandOf(values: readonly number[], middle: number, band: AggregationRule['band']): [number, number] {
  if (band === 'none') return [middle, middle];
  if (band === 'range') return [Math.min(...values), Math.max(...values)];
  if (values.length < 2) return [middle, middle];
  const average = mean(values);
  // The difference of two halves is finite, and so is its square as a share of the greatest one.
  let greatest = Number.MIN_VALUE;
  for (const value of values) greatest = Math.max(greatest, Math.abs(value / 2 - average / 2));
  let squares = 0;
  for (const value of values) squares += ((value / 2 - average / 2) / greatest) ** 2;
  const deviation = greatest * Math.sqrt(squares / (values.length - 1)) * 2;
  const error = deviation / Math.sqrt(values.length);
  const reach = band === 'std' ? deviation : band === 'stderr' ? error : error * student95(values.length - 1);
  return [Math.max(-Number.MAX_VALUE, middle - reach), Math.min(Number.MAX_VALUE, middle + reach)];
}

/**
 * Two-sided 95 % quantiles of Student's t-distribution by degrees of freedom. The approximation beyond the table is
 * within 0.2 %.
 */
const studentTable = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
] as const;

function student95(freedom: number): number {
  return studentTable[freedom - 1] ?? 1.96 + 2.46 / freedom;
}
