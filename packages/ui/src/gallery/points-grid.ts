import type { ChartLine, ChartModel } from '@tracklens/core/charts';
import { chartRows } from '@tracklens/core/charts';
import { lowerBound } from '@tracklens/core/display';
import type { Zoom } from '../charts/index.ts';

/** Maximum number of points listed in full. More are downsampled as in the chart, with all extremes. */
const listedLimit = 200_000;
/** Number of pixel columns for downsampling. */
const columns = 2000;

/** Returns the distinct x values of a chart's points in ascending order. */
export function listedPositions(model: ChartModel, zoom: Zoom | null): Float64Array {
  const [from, to] = zoom?.x ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const positions = new Set<number>();
  const add = (x: number) => x >= from && x <= to && positions.add(x);
  if (model.total > listedLimit) {
    const rows = chartRows(model, zoom?.x ?? model.xExtent, columns);
    for (const { points } of rows.lines) for (const { x } of points) add(x);
    for (const { x } of rows.singlePoints) add(x);
  } else {
    for (const { series } of model.lines) for (const x of series.x) add(x);
  }
  for (const { series } of model.lines) for (const { x } of series.nonFinite) add(x);
  return Float64Array.from(positions).sort();
}

/** Returns the value of a line at an x: as drawn, NaN or infinity as logged, or null for none. */
export function listedValue(line: ChartLine, at: number): number | null {
  const { x, segments, nonFinite } = line.series;
  for (let part = segments.length - 1; part >= 0; part--) {
    const end = segments[part + 1] ?? x.length;
    const index = lowerBound(x, at, segments[part]!, end);
    if (index < end && x[index] === at) return line.drawn[index]!;
  }
  return nonFinite.find((one) => one.x === at)?.value ?? null;
}
