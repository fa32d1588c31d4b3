import type { ChartEntry, ChartMetric } from './chart-data.ts';
import type { DrawnSeries } from './drawn-series.ts';
import type { DrawableSeries } from './metric-series.ts';

/** Line of an experiment or a group, with all its points. */
export interface ChartLine extends DrawnSeries {
  /** Logged points, without those a logarithmic axis cannot show. */
  readonly series: DrawableSeries;
  /** Drawn values: the logged values or the smoothed ones. */
  readonly drawn: Float64Array;
  /** The x of each point after the scale's transform, proportional to pixels. */
  readonly projectedX: Float64Array;
  readonly entry: ChartEntry;
  readonly metric: ChartMetric;
  /** Spread of a group's members and their count at each point; null for an experiment. */
  readonly spread: LineSpread | null;
  /** Member lines to draw behind a group. */
  readonly members: readonly ChartLine[];
}

/** Band and member count of a group. All arrays have the length of the line. */
export interface LineSpread {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly count: Uint32Array;
}
