import type { ScaleKind } from './chart-settings.ts';
import type { DrawableSeries } from './metric-series.ts';

/** Scales of the two axes of a chart. */
interface AxisScales {
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
}

/** Removes points that a logarithmic axis cannot show. The line breaks where points are removed. */
export function positiveValues(series: DrawableSeries, { xScale, yScale }: AxisScales): DrawableSeries {
  const [xLog, yLog] = [xScale === 'log', yScale === 'log'];
  if (!xLog && !yLog) return series;
  const { x, y } = series;
  const shows = (index: number) => (!xLog || x[index]! > 0) && (!yLog || y[index]! > 0);
  let kept = 0;
  for (let index = 0; index < x.length; index++) if (shows(index)) kept++;
  const nonFinite = xLog ? series.nonFinite.filter((one) => one.x > 0) : series.nonFinite;
  if (kept === x.length) return nonFinite.length === series.nonFinite.length ? series : { ...series, nonFinite };
  const part = {
    x: new Float64Array(kept),
    y: new Float64Array(kept),
    breaks: new Uint8Array(kept),
    source: new Uint32Array(kept),
  };
  const segments: number[] = [];
  let at = 0;
  let broken = true;
  let next = 0;
  for (let index = 0; index < x.length; index++) {
    if (series.segments[next] === index) {
      next++;
      if (segments.at(-1) !== at) segments.push(at);
    }
    broken ||= series.breaks[index] === 1;
    if (!shows(index)) {
      broken = true;
      continue;
    }
    part.x[at] = x[index]!;
    part.y[at] = y[index]!;
    part.source[at] = series.source[index]!;
    part.breaks[at++] = broken ? 1 : 0;
    broken = false;
  }
  while (segments.length > 1 && segments.at(-1) === at) segments.pop();
  return { ...series, ...part, segments, nonFinite };
}
