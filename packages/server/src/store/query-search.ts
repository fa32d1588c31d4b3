import type { Condition } from '@tracklens/core/query';
import { type SqlBool, sql } from 'kysely';
import type { ExperimentRow } from './experiment-tables.ts';
import { inProject } from './experiments.ts';
import { conditionSql } from './query-condition.ts';
import type { Store } from './store.ts';

/** Selection of the experiments to search, and the time of the search. */
export interface Search {
  readonly archived: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/**
 * Returns the experiments of a project that match a condition, newest first. The database evaluates the condition;
 * `query-agreement.test.ts` compares this with the query language's evaluation in memory.
 */
export async function findMatching(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  projectId: string,
  condition: Condition,
  { archived, now, limit, offset }: Search,
): Promise<ExperimentRow[]> {
  const { filter, isIndexed } = conditionSql(condition, { dialect, now });
  // Without statistics, SQLite would read all experiments in the order of an index. That is fast for a page only.
  const skipsOrder = isIndexed && dialect === 'sqlite' && limit === undefined;
  const column = (name: 'project_id' | 'archived') =>
    sql`${sql.raw(skipsOrder ? '+' : '')}${sql.ref(`experiments.${name}`)}`;
  let query = db
    .selectFrom('experiments')
    .selectAll()
    .where(await inProject(db, projectId, column('project_id')))
    .where(sql<SqlBool>`${column('archived')} = ${archived ? 1 : 0}`)
    .where(filter)
    .orderBy('start_time', 'desc')
    .orderBy('experiment_key');
  if (limit !== undefined) query = query.limit(limit).offset(offset ?? 0);
  return await query.execute();
}
