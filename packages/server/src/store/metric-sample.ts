/** Points of one metric in a chart, unless the caller wants them all. */
export const sampledPoints = 500;
/** Points of one metric in a chart at most. */
export const fullPoints = 15_000;

function bucketIndices(values: Float64Array, from: number, to: number, withGap: boolean): number[] {
  let least = -1;
  let greatest = -1;
  let gap = -1;
  for (let index = from; index < to; index++) {
    const value = values[index]!;
    if (Number.isNaN(value)) {
      if (gap < 0) gap = index;
    } else {
      if (least < 0 || value < values[least]!) least = index;
      if (greatest < 0 || value > values[greatest]!) greatest = index;
    }
  }
  const kept = new Set([least, greatest, withGap ? gap : -1]);
  kept.delete(-1);
  return [...kept].sort((a, b) => a - b);
}

function countGaps(values: Float64Array): number {
  let gaps = 0;
  for (const value of values) if (Number.isNaN(value)) gaps++;
  return gaps;
}

/**
 * Which points stand for all of them: the first, the last, and from each of equal stretches the least and the greatest (and one
 * that is not a number, where there are such), so that no extreme is lost. The same points always give the same answer.
 *
 * @returns rising indices, at most `limit`; null when all fit.
 */
export function sampleIndices(values: Float64Array, limit: number): number[] | null {
  const count = values.length;
  if (count <= limit) return null;
  if (limit < 5) throw new RangeError(`A sample has room for at least 5 points, not ${limit}`);
  const inner = count - 2;
  const room = limit - 2;
  const most = Math.floor(room / 3);
  const gaps = countGaps(values);
  // A few gaps need little room; where there are many, each stretch may have one.
  const buckets = gaps < most ? Math.floor((room - gaps) / 2) : most;
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
