import type { Condition } from '@tracklens/core/query';
import { type ExperimentRow, inProject } from './experiments.ts';
import { conditionSql } from './query-condition.ts';
import type { Store } from './store.ts';

/** Which experiments of a project are looked through, and as of when. */
export interface Search {
  readonly archived: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/**
 * The experiments of a project for which a condition holds, newest first. The database decides; `query-agreement.test.ts` holds
 * it against the evaluation in memory of the query language.
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
