import type { ChartOptions } from './chart-options.ts';
import { lowerBound } from './m4.ts';

/** Smoothing settings of the charts of a view. */
export type Smoothing = Readonly<NonNullable<ChartOptions['smoothing']>>;

/** With a greater weight a line no longer follows its values. */
const greatestWeight = 0.999;

/** Maximum window: a median over a longer one is too slow. */
const longestWindow = 1001;

/**
 * Smooths finite values in order. Apply it to all points, before downsampling to pixel columns, so that the image
 * does not depend on its width. Returns `y` itself when the amount has no effect. `at` returns the position of a
 * point for a half-life: its step or time, ascending.
 */
export function smoothed(y: Float64Array, smoothing: Smoothing, at: (index: number) => number = Number): Float64Array {
  const { method, amount } = smoothing;
  if (method === 'ema') return debiasedAverage(y, amount);
  if (method === 'half-life') return halfLifeAverage(y, amount, at);
  const window = Math.min(longestWindow, Math.floor(amount));
  if (!(window > 1)) return y;
  return method === 'mean' ? windowMean(y, window) : windowMedian(y, window);
}

/**
 * Smooths the logarithms of positive values, so that the line looks smooth on a logarithmic axis and a spike counts
 * by its factor.
 */
export function smoothedInLog(y: Float64Array, smoothing: Smoothing, at?: (index: number) => number): Float64Array {
  const logs = y.map(Math.log);
  const out = smoothed(logs, smoothing, at);
  if (out === logs) return y;
  // The exponential of a logarithm differs from the value by a rounding error.
  return out.map((log, index) => (log === logs[index] ? y[index]! : Math.exp(log)));
}

/**
 * Debiased average for unevenly spaced points: the weight of a point halves over each `halfLife`. Evenly spaced
 * points give the same result as a weight of 0.5 ** (distance / halfLife).
 */
function halfLifeAverage(y: Float64Array, halfLife: number, at: (index: number) => number): Float64Array {
  if (!(halfLife > 0)) return y;
  const out = new Float64Array(y.length);
  let average = 0;
  let weights = 0;
  for (let index = 0; index < y.length; index++) {
    const kept = index === 0 ? 0 : 0.5 ** (Math.max(0, at(index) - at(index - 1)) / halfLife);
    weights = weights * kept + 1;
    average = movedTo(y[index]!, average, 1 / weights);
    out[index] = average;
  }
  return out;
}

/**
 * Exponential moving average without the bias towards zero at the start: divided by the sum of weights, so the first
 * smoothed value is the first value.
 */
function debiasedAverage(y: Float64Array, amount: number): Float64Array {
  const weight = Math.min(greatestWeight, amount);
  if (!(weight > 0)) return y;
  const out = new Float64Array(y.length);
  let average = 0;
  let weights = 0;
  for (let index = 0; index < y.length; index++) {
    weights = weights * weight + 1;
    average = movedTo(y[index]!, average, 1 / weights);
    out[index] = average;
  }
  return out;
}

/** Returns an average after a value with a share of the weight. That of equal values is exactly their value. */
function movedTo(value: number, average: number, share: number): number {
  return value === average ? value : average * (1 - share) + value * share;
}

/** Moving average centered on each point. The window shrinks at the ends, so that they are not shifted. */
function windowMean(y: Float64Array, window: number): Float64Array {
  const half = Math.floor(window / 2);
  const out = new Float64Array(y.length);
  for (let index = 0; index < y.length; index++) {
    const reach = Math.min(half, index, y.length - 1 - index);
    // Summed from scratch for each point: a running sum would carry the rounding error of one huge value to the end
    // of the run.
    const value = y[index]!;
    let sum = 0;
    // The distances from the value are exactly 0 where all values are equal.
    for (let near = index - reach; near <= index + reach; near++) sum += y[near]! - value;
    out[index] = value + sum / (2 * reach + 1);
  }
  return out;
}

/** Moving median centered on each point, over a sorted window that is updated incrementally. */
function windowMedian(y: Float64Array, window: number): Float64Array {
  const half = Math.floor(window / 2);
  const out = new Float64Array(y.length);
  const sorted: number[] = [];
  let from = 0;
  let to = 0;
  for (let index = 0; index < y.length; index++) {
    const reach = Math.min(half, index, y.length - 1 - index);
    while (to <= index + reach) {
      const value = y[to++]!;
      sorted.splice(lowerBound(sorted, value), 0, value);
    }
    while (from < index - reach) sorted.splice(lowerBound(sorted, y[from++]!), 1);
    out[index] = sorted[reach]!;
  }
  return out;
}
