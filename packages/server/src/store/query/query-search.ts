import type { Condition, Test } from '@tracklens/core/query';
import { type Compilable, type SqlBool, sql } from 'kysely';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { inProject } from '../experiments/experiment-lists.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';
import { type CompiledCondition, compileCondition } from './query-condition.ts';

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
  const compiled = compileCondition(condition, { dialect, now });
  const rare = limit === undefined ? null : await rareTests(db, compiled, 30 * limit + 3 * (offset ?? 0));
  const { filter, isIndexed } = compiled.filter((test) => rare === null || rare.has(test));
  // Without statistics, SQLite would read all experiments in the order of an index.
  const skipsOrder = isIndexed && dialect === 'sqlite';
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
  if (limit === undefined) return await query.execute();
  query = query.limit(limit).offset(offset ?? 0);
  return dialect === 'postgres' ? await withoutWorkers(db, query) : await query.execute();
}

/** Reads rows without parallel workers of PostgreSQL: to start them takes longer than to read a page. */
async function withoutWorkers(db: Store['db'], query: Compilable<ExperimentRow>): Promise<ExperimentRow[]> {
  return await db.transaction().execute(async (trx) => {
    await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
    return (await trx.executeQuery(query)).rows;
  });
}

/**
 * Returns the tests that at most `max` experiments of all projects pass. A page is found faster by reading these
 * from the index of numbers. If more pass, enough are found among the newest experiments.
 */
async function rareTests(db: Executor, { indexed }: CompiledCondition, max: number): Promise<Set<Test>> {
  const rare = new Set<Test>();
  for (const [test, { countTo }] of indexed) {
    const { rows } = await countTo(max + 1).execute(db);
    if (Number(rows[0]!.count) <= max) rare.add(test);
  }
  return rare;
}
