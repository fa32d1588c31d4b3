/** How many signs a course has at most. */
const width = 16;
const heights = '▁▂▃▄▅▆▇█';

/**
 * The course of a metric as a line of blocks, for a hover, which has no picture: each stands for as many points, by their mean. What is
 * no number is left out; a course of fewer than two numbers is none.
 */
export function trendText(values: readonly unknown[]): string {
  const numbers = values.map((value) => (value === '' || value === null ? Number.NaN : Number(value)));
  const finite = numbers.filter(Number.isFinite);
  if (finite.length < 2) return '';
  const parts = Math.min(width, finite.length);
  const means = Array.from({ length: parts }, (_, index) => mean(finite.slice(...span(index, parts, finite.length))));
  const low = means.reduce((least, value) => Math.min(least, value));
  const high = means.reduce((most, value) => Math.max(most, value));
  // Halved first, so that the range of the largest numbers is still a number.
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
