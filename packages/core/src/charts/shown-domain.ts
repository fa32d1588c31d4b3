import type { ChartSettings, ScaleKind } from './chart-settings.ts';
import type { AxisKind } from './line-chart.ts';
import { type Domain, paddedDomain, project, unproject } from './scales.ts';

/**
 * Kind and scale of the x axis of a chart, and the least and greatest x of its lines; empty when the first is greater.
 */
interface DrawnExtent {
  readonly xKind: AxisKind;
  readonly xScale: ScaleKind;
  readonly isWholeX: boolean;
  readonly xExtent: Domain;
}

/** Time that is shown before and after a single time, in milliseconds. */
const singleTimeMillis = 30_000;

/** Returns the visible x domain. With `follow`, a zoomed range ends at the newest point. */
export function shownX(
  { xKind, xScale, isWholeX, xExtent }: DrawnExtent,
  { zoom, follow }: Pick<ChartSettings, 'zoom' | 'follow'>,
): Domain {
  const [first, last] = xExtent;
  const part = shownPart(xScale, zoom?.x);
  // A single small step is the only one on its axis, and a first step has no negative ones before it.
  if (!part && isWholeX && xScale !== 'log' && first === last && Math.abs(first) < 5) return [first - 0.5, first + 0.5];
  // The padding of a single time would be years.
  if (!part && xKind === 'time' && first === last) return [first - singleTimeMillis, first + singleTimeMillis];
  if (!part) return paddedDomain(xScale, first, last, 0);
  if (!follow || !(first <= last)) return part;
  const width = project(xScale, part[1]) - project(xScale, part[0]);
  return [unproject(xScale, project(xScale, last) - width), last];
}

/** Returns the range if the scale can show it, or null. */
export function shownPart(scale: ScaleKind, part: Domain | undefined): Domain | null {
  if (!part || !(part[0] < part[1]) || !Number.isFinite(part[0]) || !Number.isFinite(part[1])) return null;
  return scale === 'log' && part[0] <= 0 ? null : part;
}
