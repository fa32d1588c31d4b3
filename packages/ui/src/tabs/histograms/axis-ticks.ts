/** Returns about `about` round values within a range. */
export function axisTicks(low: number, high: number, about: number): readonly number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const rough = span / Math.max(1, about);
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * ([1, 2, 5, 10].find((factor) => factor * size >= rough) ?? 10);
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high && ticks.length < 50; at++) {
    ticks.push(Number((at * step).toPrecision(12)));
  }
  return ticks;
}
