import { extremesOf } from './metric-extremes.ts';

/** Default number of points of one metric in a chart. */
export const sampledPoints = 500;
/** Maximum number of points of one metric in a chart. */
export const fullPoints = 15_000;

function bucketIndices(values: Float64Array, from: number, to: number, withGap: boolean): number[] {
  const { lowest, highest, gap } = extremesOf(values, from, to);
  const indices = new Set([lowest, highest, withGap ? gap : -1]);
  indices.delete(-1);
  return [...indices].sort((a, b) => a - b);
}

function countGaps(values: Float64Array): number {
  let gaps = 0;
  for (const value of values) if (!Number.isFinite(value)) gaps++;
  return gaps;
}

/**
 * Downsamples values to the first, the last, and the minimum and maximum of each of equal buckets (and one value that
 * is not finite, if there are any), so that no extreme is lost. The result is deterministic.
 *
 * @returns ascending indices, at most `limit`; null if all values fit.
 */
export function sampleIndices(values: Float64Array, limit: number): number[] | null {
  const count = values.length;
  if (count <= limit) return null;
  if (limit < 5) throw new RangeError(`A sample needs a limit of at least 5 points, not ${limit}`);
  const inner = count - 2;
  const remaining = limit - 2;
  const bucketCount = Math.floor(remaining / 3);
  const gaps = countGaps(values);
  // Few gaps need few points; if there are many, each bucket reserves one.
  const buckets = gaps < bucketCount ? Math.floor((remaining - gaps) / 2) : bucketCount;
  const withGaps = gaps > 0;
  const indices = [0];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = 1 + Math.floor((bucket * inner) / buckets);
    const to = 1 + Math.floor(((bucket + 1) * inner) / buckets);
    indices.push(...bucketIndices(values, from, to, withGaps));
  }
  indices.push(count - 1);
  return indices;
}
