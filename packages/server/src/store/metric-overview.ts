import { ServiceError } from '../errors/service-error.ts';
import type { Executor } from './executor.ts';
import type { ExperimentRow } from './experiment-tables.ts';
import { pause } from './slice-queue.ts';

/** Summaries of one metric over a list of experiments. Entries with the same index belong together. */
export interface MetricOverview {
  readonly name: string;
  /** Indices into the list. */
  readonly experiments: number[];
  /** Null if the value is not a number. */
  readonly current: (number | null)[];
  readonly min: (number | null)[];
  readonly max: (number | null)[];
}

/** Maximum number of summaries in one response: about 100 MB, which the service buffers while writing them. */
const maxSummaries = 1_000_000;

/** Number of experiments whose summaries one statement reads. */
const experimentsPerStatement = 2000;

/**
 * Returns the last, minimum and maximum value of every metric of the listed experiments, ordered by metric name. Lets
 * the service handle other requests in between.
 *
 * @throws ServiceError 413 if there are more than `most` summaries; the caller can read those of one experiment at a
 * time.
 */
export async function metricOverview(
  db: Executor,
  listed: readonly ExperimentRow[],
  limit = maxSummaries,
): Promise<MetricOverview[]> {
  const metrics = new Map<string, MetricOverview>();
  let count = 0;
  for (let from = 0; from < listed.length; from += experimentsPerStatement) {
    if (from > 0) await pause();
    const together = listed.slice(from, from + experimentsPerStatement).map((row) => row.experiment_key);
    const indices = new Map(together.map((key, index) => [key, from + index]));
    const rows = await db
      .selectFrom('metric_summaries')
      .select(['experiment_key', 'metric_name', 'value_current', 'value_min', 'value_max'])
      .where('experiment_key', 'in', together)
      .limit(limit + 1 - count)
      .execute();
    count += rows.length;
    if (count > limit) {
      throw new ServiceError(
        413,
        `The project has more than ${limit} summaries: read those of one experiment at a time`,
      );
    }
    for (const row of rows) {
      let metric = metrics.get(row.metric_name);
      if (metric === undefined) {
        metric = { name: row.metric_name, experiments: [], current: [], min: [], max: [] };
        metrics.set(row.metric_name, metric);
      }
      metric.experiments.push(indices.get(row.experiment_key)!);
      metric.current.push(row.value_current);
      metric.min.push(row.value_min);
      metric.max.push(row.value_max);
    }
  }
  return [...metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
