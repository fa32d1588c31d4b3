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
  let index = first;
  while (index < last) {
    const column = Math.min(columns - 1, Math.floor((x[index]! - x0) * perUnit));
    const head = index;
    let lowest = index;
    let highest = index;
    let lowestY = y[index]!;
    let highestY = lowestY;
    for (index++; index < last; index++) {
      if (Math.min(columns - 1, Math.floor((x[index]! - x0) * perUnit)) !== column) break;
      const value = y[index]!;
      if (value < lowestY) {
        lowestY = value;
        lowest = index;
      } else if (value > highestY) {
        highestY = value;
        highest = index;
      }
    }
    const tail = index - 1;
    kept[count++] = head;
    const early = Math.min(lowest, highest);
    const late = Math.max(lowest, highest);
    if (early > head && early < tail) kept[count++] = early;
    if (late > early && late > head && late < tail) kept[count++] = late;
    if (tail > head) kept[count++] = tail;
  }
  if (last < range.end) kept[count++] = last;
  return kept.subarray(0, count);
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
