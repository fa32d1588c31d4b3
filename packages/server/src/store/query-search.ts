import type { Condition } from '@tracklens/core/query';
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
  let query = db
    .selectFrom('experiments')
    .selectAll()
    .where(inProject(projectId))
    .where('archived', '=', archived ? 1 : 0)
    .where(conditionSql(condition, { dialect, now }))
    .orderBy('start_time', 'desc')
    .orderBy('experiment_key');
  if (limit !== undefined) query = query.limit(limit).offset(offset ?? 0);
  return await query.execute();
}
