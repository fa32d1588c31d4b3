import type { OperationOptions } from '../client/connection.ts';
import { chunksOf, mapConcurrent } from '../client/map-concurrent.ts';
import type { OperationContext } from '../client/operation.ts';
import { type ChartData, contract } from '../contract/index.ts';
import type { AccountSubject } from './account.ts';

/** Request of `getMetricsForChart`. */
export interface ChartRequest extends OperationOptions {
  /** Names of the metrics. Default: none. At least one metric or parameter is required. */
  readonly metrics?: readonly string[] | undefined;
  /** Names of the parameters. Default: none. */
  readonly parameters?: readonly string[] | undefined;
  /** False: only the steps at which every named metric has a value. Default: true. */
  readonly independent?: boolean | undefined;
  /** True: up to 15,000 points per metric. False: a sample of about 500. Default: false. */
  readonly full?: boolean | undefined;
}

/** Maximum number of experiments in one chart request. Small responses can be parsed while others arrive. */
const keysPerChartCall = 50;

/**
 * Returns points of metrics and values of parameters by experiment key. Loaded by the first `getMetricsForChart`.
 *
 * @throws RestApiException `invalid` when neither metrics nor parameters are named
 */
export async function chartData(
  context: OperationContext<AccountSubject>,
  experimentKeys: readonly string[],
  { independent = true, full = false, ...request }: ChartRequest,
): Promise<ChartData> {
  const distinct = (names: readonly string[] = []) => [...new Set(names)].filter((name) => name !== '');
  const [metricNames, params] = [distinct(request.metrics), distinct(request.parameters)];
  if (metricNames.length === 0 && params.length === 0) {
    throw context.failure('invalid', 'name at least one of metrics and parameters');
  }
  const parts = await mapConcurrent(chunksOf([...new Set(experimentKeys)], keysPerChartCall), async (chunk) => {
    const body = {
      targetedExperiments: chunk,
      metrics: metricNames,
      params: params.length === 0 ? null : params,
      independentMetrics: independent,
      fetchFull: full,
    };
    return (await context.call(contract.metrics.chart, { body })).experiments;
  });
  return parts.length === 1 ? parts[0]! : Object.assign({}, ...parts);
}
