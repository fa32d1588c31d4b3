import type { ChartLayout } from './chart-layout.ts';
import type { ChartRows } from './chart-rows.ts';
import { valueAt } from './scales.ts';

/** Returns the markers of points within the y range. The plot does not clip markers: those at its edges are whole. */
export function shownMarkers(
  { singlePoints, bestMarker }: ChartRows,
  { yScale, yDomain, box }: ChartLayout,
): Pick<ChartRows, 'singlePoints' | 'bestMarker'> {
  const halfPixel = 0.5 / box.height;
  const least = valueAt(yScale, yDomain, -halfPixel);
  const greatest = valueAt(yScale, yDomain, 1 + halfPixel);
  const isShown = ({ y }: { readonly y: number }) => y >= least && y <= greatest;
  return { singlePoints: singlePoints.filter(isShown), bestMarker: bestMarker.filter(isShown) };
}
