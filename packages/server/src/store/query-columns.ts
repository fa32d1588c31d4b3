import { type Column, readNumber } from '@tracklens/core/query';
import { environmentOf } from '../environment-names.ts';
import { inProject } from './experiments.ts';
import { metadataTypes } from './query-values.ts';
import type { Executor } from './store.ts';

type Type = 'boolean' | 'double' | 'string';

const isFlag = (text: string) => /^(?:true|false)$/i.test(text);

/** The narrowest type that all texts of a column have. */
export function typeOfTexts(texts: Iterable<string>): Type {
  let type: Type | null = null;
  for (const text of texts) {
    if (text === '') continue;
    const own: Type = isFlag(text) ? 'boolean' : readNumber(text) === null ? 'string' : 'double';
    if (own === 'string' || (type !== null && type !== own)) return 'string';
    type = own;
  }
  return type ?? 'string';
}

async function itemColumns(db: Executor, projectId: string, source: 'params' | 'log_other'): Promise<Column[]> {
  const table = source === 'params' ? 'experiment_parameters' : 'experiment_others';
  const rows = await db
    .selectFrom(`${table} as items`)
    .innerJoin('experiments', 'experiments.experiment_key', 'items.experiment_key')
    .select(['items.name', 'items.value'])
    .distinct()
    .where(inProject(projectId))
    .orderBy('items.name')
    .execute();
  const byName = Map.groupBy(rows, (row) => row.name);
  return [...byName].map(([name, values]) => ({ name, source, type: typeOfTexts(values.map(({ value }) => value)) }));
}

/** All that a query on a project can test. */
export async function projectColumns(db: Executor, projectId: string): Promise<Column[]> {
  const inThisProject = inProject(projectId);
  const metrics = await db
    .selectFrom('metric_summaries')
    .innerJoin('experiments', 'experiments.experiment_key', 'metric_summaries.experiment_key')
    .select('metric_name')
    .distinct()
    .where(inThisProject)
    .orderBy('metric_name')
    .execute();
  const tags = await db
    .selectFrom('experiment_tags')
    .innerJoin('experiments', 'experiments.experiment_key', 'experiment_tags.experiment_key')
    .select('tag')
    .distinct()
    .where(inThisProject)
    .orderBy('tag')
    .execute();
  const systems = await db
    .selectFrom('experiment_texts')
    .innerJoin('experiments', 'experiments.experiment_key', 'experiment_texts.experiment_key')
    .select('content')
    .where('kind', '=', 'system')
    .where(inThisProject)
    .execute();
  const environment = new Map<string, Set<string>>();
  for (const { content } of systems) {
    for (const [name, value] of Object.entries(environmentOf(JSON.parse(content)))) {
      environment.set(name, (environment.get(name) ?? new Set()).add(String(value)));
    }
  }
  return [
    ...metrics.map(({ metric_name }) => ({ name: metric_name, source: 'metrics', type: 'double' })),
    ...(await itemColumns(db, projectId, 'params')),
    ...(await itemColumns(db, projectId, 'log_other')),
    ...Object.entries({ ...metadataTypes, experimentKey: 'string' }).map(([name, type]) => ({
      name,
      source: 'metadata',
      type,
    })),
    ...[...environment].map(([name, texts]) => ({ name, source: 'env_details', type: typeOfTexts(texts) })),
    ...tags.map(({ tag }) => ({ name: tag, source: 'tag', type: 'string' })),
  ];
}
