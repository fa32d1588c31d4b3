import { columnsAccept, columnsType, contract, rangedReads } from '../contract/index.ts';
import type { MetricColumns } from './column-frames.ts';
import type { Connection, OperationOptions } from './connection.ts';

/** Window of one metric, both ends inclusive. */
export interface MetricWindowRequest {
  /** Key of the experiment. */
  readonly experimentKey: string;
  /** Name of the metric. */
  readonly metricName: string;
  /** First step, or first time in milliseconds since 1970. */
  readonly from: number;
  /** Last step, or last time. */
  readonly to: number;
}

/** Options of `metricWindows`. */
export interface MetricWindowOptions extends OperationOptions {
  /** Axis of the windows. */
  readonly axis: 'step' | 'time';
  /** Number of equal parts of a window, such as pixel columns, whose extremes are read if it has too many points. */
  readonly buckets: number;
}

/**
 * Reads the points of metrics in windows, with the nearest point on either side: every point, or the first, last,
 * lowest and highest of each bucket. `total` is the number of points in the window. A metric that was not logged, or
 * has points without a step, is left out.
 *
 * @returns null if the service has no ranged reads, as a hosted account
 */
export async function metricWindows(
  connection: Connection,
  series: readonly MetricWindowRequest[],
  { axis, buckets, ...caller }: MetricWindowOptions,
): Promise<MetricColumns[] | null> {
  const { capabilitiesOf } = await import('./capabilities.ts');
  if (!(await capabilitiesOf(connection)).has(rangedReads)) return null;
  const { readColumnFrames } = await import('./column-frames.ts');
  const body = { axis, buckets, series: [...series] };
  const response = await connection.stream('metricWindows', contract.metrics.window, { body }, caller);
  return await readColumnFrames(response.body);
}

/**
 * Reads up to 15,000 points of each metric of experiments, sorted by step. A metric that was not logged is left out.
 *
 * @returns null if the service has no binary columns, as a hosted account
 */
export async function chartColumns(
  connection: Connection,
  experimentKeys: readonly string[],
  metricNames: readonly string[],
  caller: OperationOptions,
): Promise<MetricColumns[] | null> {
  const { capabilitiesOf } = await import('./capabilities.ts');
  if (!(await capabilitiesOf(connection)).has(rangedReads)) return null;
  const { readColumnFrames } = await import('./column-frames.ts');
  const body = { targetedExperiments: [...experimentKeys], metrics: [...metricNames], fetchFull: true };
  const request = { body, headers: { accept: columnsAccept } };
  const response = await connection.stream('chartColumns', contract.metrics.chart, request, caller);
  return response.headers['content-type'] === columnsType ? await readColumnFrames(response.body) : null;
}
