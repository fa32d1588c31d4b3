import { fraction } from '@tracklens/core/charts';
import { type ChartEntry, m4, metricOf, metricSeries } from '@tracklens/core/display';

/** Metric drawn as a line of a cell's size, with the values of its text description. */
export interface Sparkline {
  /** SVG path in a box of `sparkSize`, with gaps where values are missing. */
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly min: number;
  readonly max: number;
}

/** Size of the box that the path is drawn in. */
export const sparkSize = { width: 96, height: 20, margin: 2 };

/**
 * Draws the line of a metric over its steps; `null` if it has no finite value. Downsampling preserves the minimum and
 * maximum.
 */
export function sparkline(entry: ChartEntry | undefined, metricName: string): Sparkline | null {
  const metric = metricOf(entry, metricName);
  if (entry === undefined || metric === null) return null;
  const { x, y, breaks, segments } = metricSeries(entry, metric, 'step');
  if (y.length === 0) return null;
  const { width, height, margin } = sparkSize;
  const [x0, x1] = ends(x);
  const [min, max] = ends(y);
  const left = (step: number) => margin + positionIn(x0, x1, step) * (width - 2 * margin);
  const top = (value: number) => margin + (1 - positionIn(min, max, value)) * (height - 2 * margin);
  let path = '';
  let drawn = 0;
  segments.forEach((start, at) => {
    const range = { start, end: segments[at + 1] ?? x.length };
    let before = -1;
    for (const index of m4(x, y, range, { x0, x1, columns: width / 2 })) {
      const parted = before < 0 || breaks.subarray(before + 1, index + 1).includes(1);
      path += `${parted ? 'M' : 'L'}${left(x[index]!).toFixed(1)} ${top(y[index]!).toFixed(1)}`;
      before = index;
      drawn++;
    }
  });
  // A single point would have no length and be invisible.
  if (drawn === 1) path += 'h0.01';
  return { path, first: y[0]!, last: y.at(-1)!, min, max };
}

/** Returns the position of a value between two others, from 0 to 1. Where all are equal, it is the middle. */
function positionIn(from: number, to: number, value: number): number {
  const position = fraction('linear', [from, to], value);
  return Number.isNaN(position) ? 0.5 : position;
}

function ends(values: Float64Array): [least: number, greatest: number] {
  let [least, greatest] = [values[0]!, values[0]!];
  for (const value of values) {
    if (value < least) least = value;
    else if (value > greatest) greatest = value;
  }
  return [least, greatest];
}
