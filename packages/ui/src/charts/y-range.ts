import { lowerBound, upperBound } from '@tracklens/core/display';
import type { ChartModel } from './chart-model.ts';
import type { ChartRows } from './chart-rows.ts';
import type { YRange } from './chart-settings.ts';
import type { Domain } from './scales.ts';

/** As many values of a line tell where its middle is. */
const sampleLimit = 2000;

/** What part of the values is left out at each end. */
const outermost = 0.025;

/** The least and the greatest value that an axis shows by itself; empty when the first is greater. */
export function yExtentOf(model: ChartModel, rows: ChartRows, window: Domain, range: YRange): Domain {
  if (range === 'middle') return middleExtent(model, window);
  const [least, greatest] = rows.yExtent;
  if (range === 'all' || model.yScale === 'log' || !(least <= greatest)) return rows.yExtent;
  return [Math.min(0, least), Math.max(0, greatest)];
}

/** The middle 95 % of the values in a window. */
function middleExtent(model: ChartModel, window: Domain): Domain {
  const values: number[] = [];
  for (const { first, last, y } of partsWithin(model, window)) {
    const every = Math.max(1, Math.ceil((last - first) / sampleLimit));
    for (let index = first; index < last; index += every) values.push(y[index]!);
  }
  if (values.length === 0) return [1, 0];
  const sorted = Float64Array.from(values).sort();
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))]!;
  return [at(outermost), at(1 - outermost)];
}

/** How many values in a window are outside a range, above or below the picture. */
export function countBeyond(model: ChartModel, window: Domain, [least, greatest]: Domain): number {
  let count = 0;
  for (const { first, last, y } of partsWithin(model, window)) {
    for (let index = first; index < last; index++) if (y[index]! < least || y[index]! > greatest) count++;
  }
  return count;
}

function* partsWithin(model: ChartModel, window: Domain) {
  for (const { series, drawn } of model.lines) {
    for (const [part, start] of series.segments.entries()) {
      const end = series.segments[part + 1] ?? series.x.length;
      const first = lowerBound(series.x, window[0], start, end);
      yield { first, last: upperBound(series.x, window[1], first, end), y: drawn };
    }
  }
}
