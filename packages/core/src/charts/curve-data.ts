import type { ChartData } from './chart-data.ts';

/** Points of a curve: parallel lists. */
interface CurvePoints {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Names of the two lists in the data of a chart of curves. */
export const curveMetrics = { x: 'x', y: 'y' } as const;

/** Distance between points that have the same x, as a share of the axis. It is too small to be visible. */
const separation = 1e-12;

/**
 * Returns curves, by key, as the data of a chart whose x axis is the metric `x`. A chart draws one value for each x, in
 * ascending order: of a descending curve the points are reversed, and those of a vertical part are moved apart by less
 * than a pixel.
 */
export function curveData(curves: ReadonlyMap<string, CurvePoints>): ChartData {
  const entries = [...curves].map(([key, curve]) => {
    const { x, y } = ascending(curve);
    const metrics = [
      { metricName: curveMetrics.y, values: y },
      { metricName: curveMetrics.x, values: separated(x) },
    ];
    return [key, { metrics }] as const;
  });
  return Object.fromEntries(entries);
}

/** Reverses a curve whose x descends, such as recall over decreasing thresholds. */
function ascending({ x, y }: CurvePoints): CurvePoints {
  const isDescending = x[0]! > x.at(-1)! && x.every((at, index) => index === 0 || !(at > x[index - 1]!));
  if (!isDescending) return { x, y };
  const length = Math.min(x.length, y.length);
  return { x: x.slice(0, length).toReversed(), y: y.slice(0, length).toReversed() };
}

/** Moves points apart that follow each other with the same x. */
function separated(x: readonly number[]): number[] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const at of x) {
    if (!Number.isFinite(at)) continue;
    if (at < least) least = at;
    if (at > greatest) greatest = at;
  }
  let run = 0;
  return x.map((at, index) => {
    run = index > 0 && x[index - 1] === at ? run + 1 : 0;
    // Far from zero, the least distance of two numbers is greater.
    const distance = Math.max((greatest - least) * separation, Math.abs(at) * 1e-15, Number.MIN_VALUE);
    return run === 0 ? at : at + run * distance;
  });
}
