import { fieldsOf, listOf } from './untrusted-json.ts';

/** Number of values between `low` and `high`. */
interface Bin {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** Distribution of values at one step. Bins are in order; empty ones are left out. */
export interface Histogram {
  readonly bins: readonly Bin[];
  readonly total: number;
}

/** Cache of edges by scale: hundreds of histograms share the same scale. */
const edgesByScale = new Map<string, readonly number[]>();

/**
 * Returns the edges of the SDK's bins. Their distance from the offset grows by the factor `step` on both sides: `-inf
 * … offset - start, offset, offset + start, offset + start * step … inf`.
 * @internal Exported for tests: tested without drawing.
 */
export function binEdges(start: number, stop: number, step: number, offset: number): readonly number[] {
  const scale = [start, stop, step, offset].join(' ');
  const known = edgesByScale.get(scale);
  if (known) return known;
  const distances: number[] = [];
  for (let distance = start; offset + distance <= stop && distances.length < 20_000; distance *= step) {
    distances.push(distance);
  }
  const edges = [
    Number.NEGATIVE_INFINITY,
    ...distances.map((distance) => offset - distance).reverse(),
    offset,
    ...distances.map((distance) => offset + distance),
    Number.POSITIVE_INFINITY,
  ];
  if (edgesByScale.size > 20) edgesByScale.clear();
  edgesByScale.set(scale, edges);
  return edges;
}

/**
 * Parses a histogram as the SDK writes it; null for anything else.
 * @internal Exported for tests: tested without drawing.
 */
export function histogramOf(value: unknown): Histogram | null {
  const { start, stop, step, offset = 0, index_values: counts } = fieldsOf(value);
  if (!Array.isArray(counts)) return null;
  const scale = [start, stop, step, offset];
  if (!scale.every((one) => typeof one === 'number' && Number.isFinite(one))) return null;
  const [from, to, factor, center] = scale as [number, number, number, number];
  if (from <= 0 || to <= from || factor <= 1) return null;
  const edges = binEdges(from, to, factor, center);
  const middle = (edges.length - 1) / 2;
  const counted = new Map<number, number>();
  for (const pair of counts) {
    const [index, count] = listOf(pair) as [number, number];
    if (Number.isInteger(index) && index >= 0 && index < edges.length - 1 && count > 0 && Number.isFinite(count)) {
      counted.set(index, (counted.get(index) ?? 0) + count);
    }
  }
  let total = 0;
  const bins = [...counted].map(([index, count]): Bin => {
    const [low, high] = [edges[index]!, edges[index + 1]!];
    total += count;
    // The innermost bins mostly count values that equal the offset, such as zeros.
    if (index === middle || index === middle - 1) return { low: center, high: center, count };
    // Values beyond the scale are counted at its ends.
    return { low: Number.isFinite(low) ? low : high, high: Number.isFinite(high) ? high : low, count };
  });
  return { bins: bins.sort((a, b) => a.low - b.low), total };
}

/** Parses all histograms of a file, which has one, or one per step. */
export function histogramsOf(value: unknown, step: number | null): { step: number | null; histogram: Histogram }[] {
  const { histograms } = fieldsOf(value);
  if (Array.isArray(histograms)) {
    return histograms.flatMap((one) => {
      const fields = fieldsOf(one);
      const histogram = histogramOf(fields.histogram ?? one);
      return histogram ? [{ step: typeof fields.step === 'number' ? fields.step : null, histogram }] : [];
    });
  }
  const histogram = histogramOf(value);
  return histogram ? [{ step, histogram }] : [];
}

/** Returns a quantile. Values are assumed to be uniform within a bin. NaN without values. */
export function quantile({ bins, total }: Histogram, share: number): number {
  let left = share * total;
  for (const { low, high, count } of bins) {
    if (left <= count) return low + (high - low) * (count === 0 ? 0 : Math.max(0, left / count));
    left -= count;
  }
  return bins.at(-1)?.high ?? Number.NaN;
}

/** Returns the approximate mean: each value counts as the middle of its bin. NaN without values. */
export function meanOf({ bins, total }: Histogram): number {
  return bins.reduce((sum, { low, high, count }) => sum + ((low + high) / 2) * count, 0) / total;
}

/** Returns the range of all histograms. With `share` below 1, it covers that central share of the values of each. */
export function rangeOf(histograms: readonly Histogram[], share: number): readonly [low: number, high: number] {
  const filled = histograms.filter(({ total }) => total > 0);
  const tail = (1 - share) / 2;
  const low = Math.min(...filled.map((one) => (share >= 1 ? one.bins[0]!.low : quantile(one, tail))));
  const high = Math.max(...filled.map((one) => (share >= 1 ? one.bins.at(-1)!.high : quantile(one, 1 - tail))));
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  // A range of equal values still needs a width.
  const width = high - low || Math.max(Math.abs(low) * 0.1, 1e-6);
  return high > low ? [low, high] : [low - width / 2, high + width / 2];
}

/**
 * Redistributes the counts into bins of equal width. Partly covered bins are split proportionally, so that the sum is
 * preserved. Values outside the range are left out.
 */
export function evenBins({ bins }: Histogram, low: number, high: number, count: number): Float64Array {
  const even = new Float64Array(count);
  const width = (high - low) / count;
  for (const bin of bins) {
    const extent = bin.high - bin.low;
    if (extent <= 0) {
      const at = Math.floor((bin.low - low) / width);
      if (bin.low >= low && bin.low <= high) even[Math.min(count - 1, at)]! += bin.count;
      continue;
    }
    const first = Math.max(0, Math.floor((bin.low - low) / width));
    const last = Math.min(count - 1, Math.floor((bin.high - low) / width));
    for (let at = first; at <= last; at++) {
      const covered = Math.min(bin.high, low + (at + 1) * width) - Math.max(bin.low, low + at * width);
      if (covered > 0) even[at]! += (bin.count * covered) / extent;
    }
  }
  return even;
}

/** Returns at most `limit` evenly spaced items: with two or more, the first and the last are among them. */
export function evenlySpaced<T>(items: readonly T[], limit: number): readonly T[] {
  if (items.length <= limit) return items;
  if (limit < 2) return items.slice(0, limit);
  return Array.from({ length: limit }, (_, at) => items[Math.round((at * (items.length - 1)) / (limit - 1))]!);
}
