import type { Column } from '@tracklens/core/query';
import { inProject } from './experiments.ts';
import { metadataTypes } from './query-metadata.ts';
import type { Executor } from './store.ts';
import { columnTypeOf } from './value-reading.ts';

const itemTables = {
  params: 'experiment_parameters',
  log_other: 'experiment_others',
  env_details: 'experiment_environment',
} as const;

async function itemColumns(db: Executor, projectId: string, source: keyof typeof itemTables): Promise<Column[]> {
  // The three have these columns alike.
  const table = itemTables[source] as 'experiment_environment';
  const rows = await db
    .selectFrom(`${table} as items`)
    .innerJoin('experiments', 'experiments.experiment_key', 'items.experiment_key')
    .select(['items.name', 'items.value_type'])
    .distinct()
    .where(inProject(projectId))
    .execute();
  return [...Map.groupBy(rows, (row) => row.name)]
    .map(([name, values]) => ({ name, source, type: columnTypeOf(values.map((row) => row.value_type)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** All that a query on a project can test. */
export async function projectColumns(db: Executor, projectId: string): Promise<Column[]> {
  const metrics = await db
    .selectFrom('metric_summaries')
    .innerJoin('experiments', 'experiments.experiment_key', 'metric_summaries.experiment_key')
    .select('metric_name')
    .distinct()
    .where(inProject(projectId))
    .orderBy('metric_name')
    .execute();
  const tags = await db
    .selectFrom('experiment_tags')
    .innerJoin('experiments', 'experiments.experiment_key', 'experiment_tags.experiment_key')
    .select('tag')
    .distinct()
    .where(inProject(projectId))
    .orderBy('tag')
    .execute();
  return [
    ...metrics.map(({ metric_name }) => ({ name: metric_name, source: 'metrics', type: 'double' })),
    ...(await itemColumns(db, projectId, 'params')),
    ...(await itemColumns(db, projectId, 'log_other')),
    ...Object.entries(metadataTypes).map(([name, type]) => ({ name, source: 'metadata', type })),
    ...(await itemColumns(db, projectId, 'env_details')),
    ...tags.map(({ tag }) => ({ name: tag, source: 'tag', type: 'string' })),
  ];
}
