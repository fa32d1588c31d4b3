import { ServiceError } from '../../errors/service-error.ts';
import type { Executor } from '../database/executor.ts';
import { pause } from '../database/slice-queue.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';

/** Summaries of one metric over a list of experiments. Entries with the same index belong together. */
export interface MetricOverview {
  readonly name: string;
  /** Indices into the list. */
  readonly experiments: number[];
  /** NaN if the value is not a number. Lists of numbers alone take eight bytes for each. */
  readonly current: number[];
  readonly min: number[];
  readonly max: number[];
}

/** Maximum number of summaries in one response: about 150 MB, which the service holds while it writes them. */
const maxSummaries = 4_000_000;

/** Number of experiments whose summaries one statement reads. */
const experimentsPerStatement = 2000;

/**
 * Returns the last, minimum and maximum value of every metric of the listed experiments, or of one, ordered by metric
 * name. Lets the service handle other requests in between.
 *
 * @throws ServiceError 413 if there are more than `limit` summaries; the caller can read those of one metric, or of one
 * experiment at a time.
 */
export async function metricOverview(
  db: Executor,
  listed: readonly ExperimentRow[],
  { metricName, limit = maxSummaries }: { readonly metricName?: string | undefined; readonly limit?: number } = {},
): Promise<MetricOverview[]> {
  const metrics = new Map<string, MetricOverview>();
  let count = 0;
  for (let from = 0; from < listed.length; from += experimentsPerStatement) {
    if (from > 0) await pause();
    const together = listed.slice(from, from + experimentsPerStatement).map((row) => row.experiment_key);
    const indices = new Map(together.map((key, index) => [key, from + index]));
    let summaries = db
      .selectFrom('metric_summaries')
      .select(['experiment_key', 'metric_name', 'value_current', 'value_min', 'value_max'])
      .where('experiment_key', 'in', together)
      .limit(limit + 1 - count);
    if (metricName !== undefined) summaries = summaries.where('metric_name', '=', metricName);
    const rows = await summaries.execute();
    count += rows.length;
    if (count > limit) {
      throw new ServiceError(
        413,
        `The project has more than ${limit} summaries: read those of one metric, or of one experiment at a time`,
      );
    }
    for (const row of rows) {
      let metric = metrics.get(row.metric_name);
      if (metric === undefined) {
        metric = { name: row.metric_name, experiments: [], current: [], min: [], max: [] };
        metrics.set(row.metric_name, metric);
      }
      metric.experiments.push(indices.get(row.experiment_key)!);
      metric.current.push(row.value_current ?? Number.NaN);
      metric.min.push(row.value_min ?? Number.NaN);
      metric.max.push(row.value_max ?? Number.NaN);
    }
  }
  return [...metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
