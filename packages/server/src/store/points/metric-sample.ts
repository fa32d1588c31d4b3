import type { Points } from './metric-chunk.ts';
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

/**
 * Downsamples points that are sorted by step. Over steps, a chart draws the last of the points with equal steps, which
 * for a resumed run are those of its last attempt; over time it draws all. So the last ones are sampled by themselves,
 * and each other point of the sample is followed by the last one at its step.
 *
 * @returns ascending indices, at most `limit`, which is at least 25; null if all points fit.
 */
export function sampleOfSteps({ values, steps }: Pick<Points, 'values' | 'steps'>, limit: number): number[] | null {
  const count = values.length;
  if (count <= limit) return null;
  const isLast = (index: number) => steps[index] !== steps[index + 1];
  if (steps.every((_, index) => isLast(index))) return sampleIndices(values, limit);
  const last: number[] = [];
  const superseded: number[] = [];
  for (let index = 0; index < count; index++) (isLast(index) ? last : superseded).push(index);
  // A superseded point takes two places. The last ones, which are drawn over steps, get at least half of the sample.
  const share = Math.floor((limit * superseded.length) / count / 2);
  const forLast = Math.min(last.length, Math.ceil(limit / 2));
  const pairs = Math.max(5, Math.min(share, Math.floor((limit - forLast) / 2)));
  const sampled = new Set(sampleOf(values, last, limit - 2 * pairs));
  let at = 0;
  for (const index of sampleOf(values, superseded, pairs)) {
    while (last[at]! < index) at++;
    sampled.add(index).add(last[at]!);
  }
  return [...sampled].sort((a, b) => a - b);
}

/** Samples the values at some indices. */
function sampleOf(values: Float64Array, indices: readonly number[], limit: number): readonly number[] {
  const sampled = sampleIndices(
    Float64Array.from(indices, (index) => values[index]!),
    limit,
  );
  return sampled === null ? indices : sampled.map((at) => indices[at]!);
}
