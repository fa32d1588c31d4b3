/** Maximum number of characters of a trend. */
const width = 16;
const heights = '▁▂▃▄▅▆▇█';

/**
 * Draws the trend of a metric as a line of block characters, for hovers that cannot show images. Each block is the
 * mean of an equal share of the points. Values that are not finite are omitted; fewer than two numbers give an empty
 * text.
 */
export function trendText(values: readonly unknown[]): string {
  const numbers = values.map((value) => (value === '' || value === null ? Number.NaN : Number(value)));
  const finite = numbers.filter(Number.isFinite);
  if (finite.length < 2) return '';
  const parts = Math.min(width, finite.length);
  const means = Array.from({ length: parts }, (_, index) => mean(finite.slice(...span(index, parts, finite.length))));
  const low = means.reduce((least, value) => Math.min(least, value));
  const high = means.reduce((most, value) => Math.max(most, value));
  // Halving first prevents an overflow for the largest numbers.
  const range = high / 2 - low / 2;
  return means
    .map((value) => heights[range > 0 ? Math.round(((value / 2 - low / 2) / range) * (heights.length - 1)) : 3])
    .join('');
}

function span(index: number, parts: number, count: number): [number, number] {
  return [Math.floor((index * count) / parts), Math.floor(((index + 1) * count) / parts)];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}
