import { plainValue } from '../../client/plain-value.ts';

/** Histogram as the SDK writes it: the number of values in each bin that is not empty. */
export interface HistogramData {
  readonly version: 2;
  readonly index_values: readonly (readonly [bin: number, count: number])[];
  readonly values: null;
  readonly offset: number;
  readonly start: number;
  readonly stop: number;
  readonly step: number;
}

/** Distance of the first edge from the offset, that of the last one, and the factor between two edges. */
const scale = { start: 1e-12, stop: 1e20, step: 1.1 } as const;
/** Values that are closer to zero count as zero. */
const smallest = 1e-20;

/** Number of edges on each side of the offset, of which the distances grow by the factor. */
function edgesAbove(offset: number): number {
  let edges = 0;
  for (let distance = scale.start; offset + distance <= scale.stop; distance *= scale.step) edges++;
  return edges;
}

/** Returns the numbers of a value of any nesting; NaN for anything else. */
export function* numbersIn(value: unknown): Generator<number> {
  if (ArrayBuffer.isView(value)) yield* value as Float64Array;
  else if (Array.isArray(value)) for (const inner of value) yield* numbersIn(inner);
  else yield typeof value === 'number' ? value : Number.NaN;
}

/**
 * Counts numbers of any nesting in the bins of the SDK, which are narrow near the offset and wide far from it. NaN and
 * infinities are in no bin.
 *
 * @returns null if there is nothing to count
 */
export function countHistogram(values: unknown, offset = 0): HistogramData | null {
  const edges = edgesAbove(offset);
  // The bins are those between the edges, which include the offset and both infinities.
  const middle = Math.floor((2 * edges + 3) / 2);
  const last = 2 * edges + 1;
  const counts = new Map<number, number>();
  const base = Math.log(scale.step);
  for (const value of numbersIn(plainValue(values))) {
    if (!Number.isFinite(value)) continue;
    const distance = (Math.abs(value) <= smallest ? 0 : value) - offset;
    // The SDK counts what is nearer than the first edge on the other side of the offset, up to 1e-4 away.
    const index = Math.max(0, Math.ceil(Math.log(Math.abs(distance) / scale.start) / base));
    const bin = distance === 0 ? middle : distance > 0 ? middle + index : middle - 1 - index;
    const inside = Math.min(Math.max(bin, 0), last);
    counts.set(inside, (counts.get(inside) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  const sorted = [...counts].sort(([first], [second]) => first - second);
  return { version: 2, index_values: sorted, values: null, offset, ...scale };
}
