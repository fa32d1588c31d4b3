import type { ChartEntry, ChartMetric } from './chart-data.ts';
import type { ScaleKind } from './chart-settings.ts';
import type { DrawableSeries } from './metric-series.ts';
import { type Smoothing, smoothed, smoothedInLog } from './smoothing.ts';

/** Line with its smoothed values, and whether indices replaced steps or times that were never logged. */
export interface SmoothedLine {
  readonly drawn: Float64Array;
  readonly byIndex: boolean;
}

/**
 * Smooths a series for drawing: each segment of a resumed run separately, and in log space for a logarithmic axis.
 */
export function smoothedLine(
  series: DrawableSeries,
  entry: ChartEntry,
  metric: ChartMetric,
  smoothing: Smoothing,
  yScale: ScaleKind,
): SmoothedLine {
  const list = smoothing.method === 'half-life' ? distances(entry, metric, smoothing) : null;
  const { y, segments, source } = series;
  const smooth = yScale === 'log' ? smoothedInLog : smoothed;
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

/** Returns the positions along which a half-life is measured; null when they were not logged for every point. */
function distances(entry: ChartEntry, metric: ChartMetric, { of = 'steps' }: Smoothing) {
  const shared = entry.steps?.length === metric.values.length ? entry.steps : null;
  const list = of === 'millis' ? metric.timestamps : (metric.steps ?? shared);
  return list?.every((at) => at !== null) ? list : null;
}
