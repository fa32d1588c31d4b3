import { ServiceError } from '../errors.ts';
import { type ExperimentRow, inProject } from './experiments.ts';
import type { Executor } from './store.ts';

/** The summaries of one metric over the experiments of a list; entries at one place belong together. */
export interface MetricOverview {
  readonly name: string;
  /** Places in the list. */
  readonly experiments: number[];
  /** Null where the value is not a number. */
  readonly current: (number | null)[];
  readonly min: (number | null)[];
  readonly max: (number | null)[];
}

/** Summaries in one answer: a hundred megabytes, which the service holds while it writes them. */
const mostSummaries = 1_000_000;

/**
 * Last, least and greatest value of every metric of listed experiments of a project, by name.
 *
 * @throws ServiceError 413 when there are more than `most`: those in sight can be read one by one.
 */
export async function metricOverview(
  db: Executor,
  projectId: string,
  archived: boolean,
  listed: readonly ExperimentRow[],
  most = mostSummaries,
): Promise<MetricOverview[]> {
  const places = new Map(listed.map((row, place) => [row.experiment_key, place]));
  const rows = await db
    .selectFrom('metric_summaries')
    .innerJoin('experiments', 'experiments.experiment_key', 'metric_summaries.experiment_key')
    .select(['metric_summaries.experiment_key as key', 'metric_name', 'value_current', 'value_min', 'value_max'])
    .where(inProject(projectId))
    .where('archived', '=', archived ? 1 : 0)
    .limit(most + 1)
    .execute();
  if (rows.length > most) {
    throw new ServiceError(413, `The project has more than ${most} summaries: read those of one experiment at a time`);
  }
  const metrics = new Map<string, MetricOverview>();
  for (const row of rows) {
    // An experiment may have been made since the list was read.
    const place = places.get(row.key);
    if (place === undefined) continue;
    let metric = metrics.get(row.metric_name);
    if (metric === undefined) {
      metric = { name: row.metric_name, experiments: [], current: [], min: [], max: [] };
      metrics.set(row.metric_name, metric);
    }
    metric.experiments.push(place);
    metric.current.push(row.value_current);
    metric.min.push(row.value_min);
    metric.max.push(row.value_max);
  }
  return [...metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
