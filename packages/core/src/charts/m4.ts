import { extremes } from './value-blocks.ts';

/** Range of indices of the input. */
export interface M4Range {
  /** First index. */
  readonly start: number;
  /** Index after the last one. */
  readonly end: number;
}

/** Visible part of the horizontal axis. */
export interface M4Window {
  /** Lowest visible position. */
  readonly x0: number;
  /** Highest visible position. */
  readonly x1: number;
  /** Width in pixel columns. */
  readonly columns: number;
}

/**
 * M4 downsampling: of the points in one pixel column only the first, lowest, highest and last are visible, so only
 * those are returned. Extremes and end points are preserved exactly. The result is a deterministic subset of the
 * input, in input order. (Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014.)
 *
 * `x` must be ascending in [start, end). Points outside [x0, x1] are dropped, except the nearest one on either side,
 * so that a line continues to the edge.
 *
 * @returns indices into the arrays
 */
export function m4(x: Float64Array, y: Float64Array, range: M4Range, window: M4Window): Uint32Array {
  const { x0, x1 } = window;
  const first = lowerBound(x, x0, range.start, range.end);
  const last = upperBound(x, x1, first, range.end);
  const columns = Math.max(1, Math.floor(window.columns));
  const kept = new Uint32Array(Math.min(last - first, 4 * columns + 4) + 2);
  let count = 0;
  if (first > range.start) kept[count++] = first - 1;
  const perUnit = x1 > x0 ? columns / (x1 - x0) : 0;
  const columnOf = (index: number) => Math.min(columns - 1, Math.floor((x[index]! - x0) * perUnit));
  for (let head = first; head < last; ) {
    const end = columnEnd(columnOf, head, last);
    const tail = end - 1;
    const { least, greatest } = extremes(y, head, end);
    kept[count++] = head;
    const early = Math.min(least, greatest);
    const late = Math.max(least, greatest);
    if (early > head && early < tail) kept[count++] = early;
    if (late > early && late > head && late < tail) kept[count++] = late;
    if (tail > head) kept[count++] = tail;
    head = end;
  }
  if (last < range.end) kept[count++] = last;
  return kept.subarray(0, count);
}

/** Returns the index after the last one in the column of `head`: searched in growing steps, then by halves. */
function columnEnd(columnOf: (index: number) => number, head: number, last: number): number {
  const column = columnOf(head);
  let within = head;
  let step = 1;
  while (within + step < last && columnOf(within + step) === column) {
    within += step;
    step *= 2;
  }
  let beyond = Math.min(last, within + step);
  while (beyond - within > 1) {
    const middle = (within + beyond) >>> 1;
    if (columnOf(middle) === column) within = middle;
    else beyond = middle;
  }
  return beyond;
}

/** Returns the first index in [start, end) whose x is at least `value`, or `end`. */
export function lowerBound(x: ArrayLike<number>, value: number, start = 0, end = x.length): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (x[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first index in [start, end) whose x is greater than `value`, or `end`. */
export function upperBound(x: Float64Array, value: number, start = 0, end = x.length): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (x[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index in [start, end) whose x is nearest to `value`; `start` for an empty range. */
export function nearest(x: Float64Array, value: number, start = 0, end = x.length): number {
  const after = lowerBound(x, value, start, end);
  if (after === end) return Math.max(start, end - 1);
  if (after === start) return start;
  return value - x[after - 1]! <= x[after]! - value ? after - 1 : after;
}
