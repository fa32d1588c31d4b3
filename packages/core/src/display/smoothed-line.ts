import type { ChartEntry, ChartMetric, MetricSeries } from './metric-series.ts';
import { type Smoothing, smoothed, smoothedInLog } from './smoothing.ts';

/** A line with its values smoothed, and whether places stood in for steps or times that were never logged. */
export interface SmoothedLine {
  readonly drawn: Float64Array;
  readonly byIndex: boolean;
}

/**
 * Smooths a series as it is drawn: each part of a resumed run by itself, in the logarithms where the axis is logarithmic.
 */
export function smoothedLine(
  series: MetricSeries,
  entry: ChartEntry,
  metric: ChartMetric,
  smoothing: Smoothing,
  yLog: boolean,
): SmoothedLine {
  const list = smoothing.method === 'half-life' ? distances(entry, metric, smoothing) : null;
  const { y, segments, source } = series;
  const smooth = yLog ? smoothedInLog : smoothed;
  let drawn = y;
  for (const [part, start] of segments.entries()) {
    const at = (index: number) => list?.[source[start + index]!] ?? source[start + index]!;
    const values = y.subarray(start, segments[part + 1] ?? y.length);
    const out = smooth(values, smoothing, at);
    if (out === values) continue;
    if (drawn === y) drawn = y.slice();
    drawn.set(out, start);
  }
  return { drawn, byIndex: smoothing.method === 'half-life' && list === null && drawn !== y };
}

/** Where the points stand that a half-life is measured along; null where that was not logged. */
function distances(entry: ChartEntry, metric: ChartMetric, { of = 'steps' }: Smoothing) {
  const shared = entry.steps?.length === metric.values.length ? entry.steps : null;
  const list = of === 'millis' ? metric.timestamps : (metric.steps ?? shared);
  return list?.every((at) => at !== null) ? list : null;
}
