/** Indices of the extremes of a sequence of values; -1 if it has none. */
export interface Extremes {
  /** Lowest finite value. */
  readonly lowest: number;
  /** Highest finite value. */
  readonly highest: number;
  /** First value that is not finite. */
  readonly gap: number;
}

/** Returns the extremes of values, from `start` (inclusive) to `end` (exclusive). */
export function extremesOf(values: Float64Array, start = 0, end = values.length): Extremes {
  let lowest = -1;
  let highest = -1;
  let gap = -1;
  for (let index = start; index < end; index++) {
    const value = values[index]!;
    if (!Number.isFinite(value)) {
      if (gap < 0) gap = index;
    } else {
      if (lowest < 0 || value < values[lowest]!) lowest = index;
      if (highest < 0 || value > values[highest]!) highest = index;
    }
  }
  return { lowest, highest, gap };
}
