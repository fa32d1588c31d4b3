import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../database/executor.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { pause } from '../database/slice-queue.ts';
import { slicesOf } from '../database/slices.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';
import { stateSql } from './experiment-state.ts';

const linksOfProject = preparedQuery((db, projectId: string) =>
  db.selectFrom('experiment_links').select('experiment_key').where('project_id', '=', projectId).limit(1),
);

/**
 * Returns the condition that an experiment belongs to the project or is linked to it. Without links, the database can
 * read the experiments in the order of an index.
 *
 * @param column expression of the project; `+experiments.project_id` prevents SQLite from using its indexes
 */
export async function inProject(
  db: Executor,
  projectId: string,
  column: RawBuilder<unknown> = sql.ref('experiments.project_id'),
): Promise<RawBuilder<SqlBool>> {
  const isOwn = sql<SqlBool>`${column} = ${projectId}`;
  if ((await linksOfProject(db, projectId)).length === 0) return isOwn;
  return sql`(${isOwn} or experiments.experiment_key in
    (select experiment_key from experiment_links where project_id = ${projectId}))`;
}

/** Selection and order of the experiments of a project. */
export interface ExperimentListing {
  readonly archived: boolean;
  readonly sortBy?: 'startTime' | 'endTime' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  /** Starts at 1; requires `size`. */
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  /** Running experiments end now when sorting by end time. */
  readonly now: number;
}

/** Number of experiments read by one statement. */
const batchSize = 2000;

/**
 * Yields the experiments of a project in batches. Default order: newest first. The selection and the order are those
 * at the start. Each row is current when its batch is read; experiments deleted before that are left out.
 */
export async function* experimentsInBatches(
  db: Executor,
  projectId: string,
  listing: ExperimentListing,
): AsyncGenerator<ExperimentRow[]> {
  const { now, sortBy, sortOrder: order = 'desc', page = 1, size = Number.POSITIVE_INFINITY } = listing;
  const time = sortBy === 'endTime' ? stateSql(now).end : sql.ref('experiments.start_time');
  const listed = db
    .selectFrom('experiments')
    .where(await inProject(db, projectId))
    .where('archived', '=', listing.archived ? 1 : 0)
    .orderBy(time, order)
    .orderBy('experiments.experiment_key');
  const first = size * (page - 1) || 0;
  const limited = listed.limit(Math.min(size, batchSize + 1));
  // The rows before the page are only read from the index.
  const rowsOfPage = db
    .selectFrom(limited.offset(first).select('experiment_key as key_of_page').as('page'))
    .innerJoin('experiments', 'experiments.experiment_key', 'page.key_of_page')
    .orderBy(time, order)
    .orderBy('experiments.experiment_key')
    .selectAll('experiments');
  const start = await (first === 0 ? limited.selectAll() : rowsOfPage).execute();
  if (start.length <= batchSize) return yield start;
  const rest = listed.select('experiment_key').limit(Math.min(size, Number.MAX_SAFE_INTEGER)).offset(first);
  const keys = (await rest.execute()).map((row) => row.experiment_key);
  yield* experimentsOfKeys(db, keys);
}

/**
 * Yields the experiments with some keys in batches, in the order of the keys. Each row is current when its batch is
 * read; experiments deleted before that are left out. No batch is empty.
 */
export async function* experimentsOfKeys(db: Executor, keys: readonly string[]): AsyncGenerator<ExperimentRow[]> {
  for (const together of slicesOf(keys, batchSize)) {
    const rows = await db.selectFrom('experiments').selectAll().where('experiment_key', 'in', together).execute();
    const rowOf = new Map(rows.map((row) => [row.experiment_key, row]));
    if (rows.length > 0) yield together.flatMap((key) => rowOf.get(key) ?? []);
  }
}

/**
 * Returns all experiments that `experimentsInBatches` yields, letting the service handle other requests between
 * batches.
 */
export async function listExperiments(
  db: Executor,
  projectId: string,
  listing: ExperimentListing,
): Promise<ExperimentRow[]> {
  const rows: ExperimentRow[] = [];
  for await (const batch of experimentsInBatches(db, projectId, listing)) {
    for (const row of batch) rows.push(row);
    if (batch.length >= batchSize) await pause();
  }
  return rows;
}

/** Returns the number and the last update of the unarchived experiments of each project. */
export async function projectActivity(
  db: Executor,
  projectIds: readonly string[],
): Promise<Map<string, { count: number; lastUpdated: number }>> {
  const found = new Map<string, { count: number; lastUpdated: number }>();
  if (projectIds.length === 0) return found;
  const count = sql<number>`count(*)`;
  const last = sql<number>`max(last_updated)`;
  // Subqueries for each project: the last update is then the end of an index.
  const own = await db
    .selectFrom('projects')
    .select((of) => {
      const active = of
        .selectFrom('experiments')
        .whereRef('experiments.project_id', '=', 'projects.project_id')
        .where('archived', '=', 0);
      return ['project_id', active.select(count.as('count')).as('count'), active.select(last.as('last')).as('last')];
    })
    .where('project_id', 'in', projectIds)
    .execute();
  const linked = await db
    .selectFrom('experiment_links')
    .innerJoin('experiments', 'experiments.experiment_key', 'experiment_links.experiment_key')
    .select(['experiment_links.project_id', count.as('count'), last.as('last')])
    .where('experiment_links.project_id', 'in', projectIds)
    .where('archived', '=', 0)
    .groupBy('experiment_links.project_id')
    .execute();
  for (const row of [...own, ...linked]) {
    const before = found.get(row.project_id) ?? { count: 0, lastUpdated: 0 };
    found.set(row.project_id, {
      count: before.count + Number(row.count),
      lastUpdated: Math.max(before.lastUpdated, row.last ?? 0),
    });
  }
  return found;
}
