import type { ChartModel } from './chart-model.ts';
import type { ChartRows } from './chart-rows.ts';
import type { ChartSettings } from './chart-settings.ts';
import { lowerBound, upperBound } from './m4.ts';
import type { Domain } from './scales.ts';
import { countOutside } from './value-blocks.ts';

/** Approximate number of values sampled per segment to find the middle range. */
const sampleLimit = 2000;

/** Share of the values that is left out at each end. */
const outermost = 0.025;

/** Returns the default y range; empty when the first value is greater. */
export function yExtentOf(model: ChartModel, rows: ChartRows, window: Domain, range: ChartSettings['yRange']): Domain {
  if (range === 'middle') return middleExtent(model, window);
  const [least, greatest] = rows.yExtent;
  if (range === undefined || model.yScale === 'log' || !(least <= greatest)) return rows.yExtent;
  return [Math.min(0, least), Math.max(0, greatest)];
}

/** Returns the middle 95 % of the values in a window. */
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

/** Returns the number of values in a window that are outside a range. */
export function countBeyond(model: ChartModel, window: Domain, [least, greatest]: Domain): number {
  let count = 0;
  for (const { first, last, y } of partsWithin(model, window)) {
    count += countOutside(y, first, last, least, greatest);
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
