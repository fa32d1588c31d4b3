import { sql } from 'kysely';
import type { Executor } from './executor.ts';
import type { ExperimentRow } from './experiment-tables.ts';
import { inProject } from './experiments.ts';
import type { MetricOverview } from './metric-overview.ts';

/** Values of a metric that experiments can be sorted by, with their columns. */
const columns = { current: 'value_current', min: 'value_min', max: 'value_max' } as const;

/** Selection and order of experiments by a metric. */
export interface MetricListing {
  readonly archived: boolean;
  readonly metricName: string;
  readonly sortBy: keyof typeof columns;
  readonly sortOrder: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns a page of the experiments of a project in the order of a metric, with its values. Equal ones are newest
 * first; those without a number are last.
 */
export async function experimentsByMetric(
  db: Executor,
  projectId: string,
  { archived, metricName, sortBy, sortOrder, limit, offset }: MetricListing,
): Promise<{ rows: ExperimentRow[]; metrics: MetricOverview[] }> {
  const value = sql.ref(`summary.${columns[sortBy]}`);
  const found = await db
    .selectFrom('experiments')
    .leftJoin('metric_summaries as summary', (join) =>
      join
        .onRef('summary.experiment_key', '=', 'experiments.experiment_key')
        .on('summary.metric_name', '=', metricName),
    )
    .selectAll('experiments')
    .select(['summary.metric_name', 'summary.value_current', 'summary.value_min', 'summary.value_max'])
    .where(await inProject(db, projectId))
    .where('archived', '=', archived ? 1 : 0)
    .orderBy(sql`${value} is null`)
    .orderBy(value, sortOrder)
    .orderBy('start_time', 'desc')
    .orderBy('experiments.experiment_key')
    .limit(limit)
    .offset(offset)
    .execute();
  const metric: MetricOverview = { name: metricName, experiments: [], current: [], min: [], max: [] };
  for (const [index, row] of found.entries()) {
    if (row.metric_name === null) continue;
    metric.experiments.push(index);
    metric.current.push(row.value_current ?? Number.NaN);
    metric.min.push(row.value_min ?? Number.NaN);
    metric.max.push(row.value_max ?? Number.NaN);
  }
  return { rows: found, metrics: metric.experiments.length === 0 ? [] : [metric] };
}
