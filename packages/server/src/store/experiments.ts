import { type ExpressionBuilder, sql } from 'kysely';
import { noSuchExperiment } from '../errors.ts';
import type { AreaSchema } from './area-schema.ts';
import { stateSql } from './experiment-state.ts';
import { preparedQuery } from './prepared-query.ts';
import type { Tables } from './schema.ts';
import { pause } from './slice-queue.ts';
import type { Executor } from './store.ts';

/** What it means when no more heartbeats arrive. */
export type Liveness =
  /** A crash: the process that was heard last reports its end. */
  | 'online'
  /** The end: the client that was heard last never reports it. */
  | 'manual'
  /** Nothing: there are no heartbeats. */
  | 'none';

/** Rows of experiments, by table. */
export interface ExperimentTables {
  experiments: {
    experiment_key: string;
    project_id: string;
    name: string | null;
    run_id: string;
    liveness: Liveness;
    archived: number;
    /** 1 when no process of it is left to run, or when its end was set. */
    ended: number;
    /** 1 when it ended by a crash. */
    crashed: number;
    /** Crashes that processes reported without saying which one they are, and that no end has followed yet. */
    crash_reports: number;
    error: string | null;
    start_time: number;
    /** End of the processes that have ended, 0 when there are none; with `end_set`, the time that was set. */
    end_time: number;
    /** 1 when the end time was set: then it is the one that is read. */
    end_set: number;
    /** The last heartbeat. */
    last_alive: number;
    last_updated: number;
    file_name: string | null;
    file_path: string | null;
    optimization_id: string | null;
  };
  /** Experiments shown in further projects. */
  experiment_links: { experiment_key: string; project_id: string; created_at: number };
}

/** The tables of experiments as a database is told of them. */
export const experimentSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('experiments')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.primaryKey())
      .addColumn('project_id', type.text, (column) => column.notNull())
      .addColumn('name', type.text)
      .addColumn('run_id', type.text, (column) => column.notNull())
      .addColumn('liveness', type.text, (column) => column.notNull())
      .addColumn('archived', type.integer, (column) => column.notNull())
      .addColumn('ended', type.integer, (column) => column.notNull())
      .addColumn('crashed', type.integer, (column) => column.notNull())
      .addColumn('crash_reports', type.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('error', type.text)
      .addColumn('start_time', type.integer, (column) => column.notNull())
      .addColumn('end_time', type.integer, (column) => column.notNull())
      .addColumn('end_set', type.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('last_alive', type.integer, (column) => column.notNull())
      .addColumn('last_updated', type.integer, (column) => column.notNull())
      .addColumn('file_name', type.text)
      .addColumn('file_path', type.text)
      .addColumn('optimization_id', type.text),
    schema
      .createIndex('experiments_of_project')
      .ifNotExists()
      .on('experiments')
      .columns(['project_id', 'archived', 'start_time']),
    schema
      .createTable('experiment_links')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('project_id', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('experiment_links_key', ['experiment_key', 'project_id']),
    schema.createIndex('links_of_project').ifNotExists().on('experiment_links').columns(['project_id']),
  ],
  byExperiment: ['experiments', 'experiment_links'],
  reference: [],
};

/** A row of `experiments`. */
export type ExperimentRow = ExperimentTables['experiments'];

const experimentByKey = preparedQuery((db, experimentKey: string) =>
  db.selectFrom('experiments').selectAll().where('experiment_key', '=', experimentKey),
);

/** The experiment, or null. */
export async function findExperiment(db: Executor, experimentKey: string): Promise<ExperimentRow | null> {
  const [row] = await experimentByKey(db, experimentKey);
  return row ?? null;
}

/** The experiment; 404 when absent. */
export async function requireExperiment(db: Executor, experimentKey: string): Promise<ExperimentRow> {
  const row = await findExperiment(db, experimentKey);
  if (row === null) throw noSuchExperiment(experimentKey);
  return row;
}

const experimentInProject = preparedQuery((db, experimentKey: string) =>
  db
    .selectFrom('experiments')
    .innerJoin('projects', 'projects.project_id', 'experiments.project_id')
    .selectAll('experiments')
    .select(['projects.project_name', 'projects.workspace_name'])
    .where('experiments.experiment_key', '=', experimentKey),
);

/** The experiment with the names of its project and workspace, in one statement: the most frequent read. Null when absent. */
export async function findExperimentInProject(
  db: Executor,
  experimentKey: string,
): Promise<(ExperimentRow & Pick<Tables['projects'], 'project_name' | 'workspace_name'>) | null> {
  const [row] = await experimentInProject(db, experimentKey);
  return row ?? null;
}

/** What a new experiment starts with. */
export interface NewExperiment {
  readonly experimentKey: string;
  readonly projectId: string;
  readonly name: string | null;
  readonly runId: string;
  readonly liveness: Liveness;
  readonly startTime: number;
}

/** Adds an experiment; false when the key is taken. */
export async function insertExperiment(db: Executor, experiment: NewExperiment, now: number): Promise<boolean> {
  const result = await db
    .insertInto('experiments')
    .values({
      experiment_key: experiment.experimentKey,
      project_id: experiment.projectId,
      name: experiment.name,
      run_id: experiment.runId,
      liveness: experiment.liveness,
      archived: 0,
      ended: 0,
      crashed: 0,
      crash_reports: 0,
      error: null,
      start_time: experiment.startTime,
      end_time: 0,
      end_set: 0,
      last_alive: experiment.startTime,
      last_updated: now,
      file_name: null,
      file_path: null,
      optimization_id: null,
    })
    .onConflict((conflict) => conflict.column('experiment_key').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Sets columns of one experiment; 404 when it is absent. */
export async function updateExperiment(
  db: Executor,
  experimentKey: string,
  changes: Partial<Omit<ExperimentRow, 'experiment_key'>>,
): Promise<void> {
  const result = await db
    .updateTable('experiments')
    .set(changes)
    .where('experiment_key', '=', experimentKey)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw noSuchExperiment(experimentKey);
}

/** Condition: the experiment lies in the project or is shown there. */
export function inProject(projectId: string) {
  return (eb: ExpressionBuilder<Tables, 'experiments'>) =>
    eb.or([
      eb('experiments.project_id', '=', projectId),
      eb(
        'experiments.experiment_key',
        'in',
        eb.selectFrom('experiment_links').select('experiment_links.experiment_key').where('project_id', '=', projectId),
      ),
    ]);
}

/** Which experiments of a project, and in what order. */
export interface ExperimentListing {
  readonly archived: boolean;
  readonly sortBy?: 'startTime' | 'endTime' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  /** From 1; together with `size`. */
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  /** What runs ends now, where the end is the order. */
  readonly now: number;
}

/** Experiments that are read at once. */
const batchSize = 2000;

/**
 * The experiments of a project, newest first unless told otherwise, some at a time. Which ones and their order are as of the beginning;
 * each comes as it is when its batch is read, and those that are deleted before that are left out.
 */
export async function* experimentsInBatches(
  db: Executor,
  projectId: string,
  listing: ExperimentListing,
): AsyncGenerator<ExperimentRow[]> {
  const { now, sortBy, sortOrder: order = 'desc', page = 1, size = Number.POSITIVE_INFINITY } = listing;
  const listed = db
    .selectFrom('experiments')
    .where(inProject(projectId))
    .where('archived', '=', listing.archived ? 1 : 0)
    .orderBy(sortBy === 'endTime' ? stateSql(now).end : 'start_time', order)
    .orderBy('experiment_key');
  const first = size * (page - 1) || 0;
  const start = await listed
    .selectAll()
    .limit(Math.min(size, batchSize + 1))
    .offset(first)
    .execute();
  if (start.length <= batchSize) return yield start;
  const rest = listed.select('experiment_key').limit(Math.min(size, Number.MAX_SAFE_INTEGER)).offset(first);
  const keys = (await rest.execute()).map((row) => row.experiment_key);
  for (let from = 0; from < keys.length; from += batchSize) {
    const together = keys.slice(from, from + batchSize);
    const rows = await db.selectFrom('experiments').selectAll().where('experiment_key', 'in', together).execute();
    const rowOf = new Map(rows.map((row) => [row.experiment_key, row]));
    yield together.flatMap((key) => rowOf.get(key) ?? []);
  }
}

/** As `experimentsInBatches`, all of them; others are answered in between. */
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

/** Count and last change of the experiments of each project, archived ones left out. */
export async function projectActivity(
  db: Executor,
  projectIds: readonly string[],
): Promise<Map<string, { count: number; lastUpdated: number }>> {
  const found = new Map<string, { count: number; lastUpdated: number }>();
  if (projectIds.length === 0) return found;
  const count = sql<number>`count(*)`;
  const last = sql<number>`max(last_updated)`;
  const own = await db
    .selectFrom('experiments')
    .select(['project_id', count.as('count'), last.as('last')])
    .where('project_id', 'in', projectIds)
    .where('archived', '=', 0)
    .groupBy('project_id')
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
      lastUpdated: Math.max(before.lastUpdated, row.last),
    });
  }
  return found;
}

/** Shows experiments, which the transaction holds, in a further project. */
export async function linkExperiments(
  db: Executor,
  experimentKeys: readonly string[],
  projectId: string,
  now: number,
): Promise<void> {
  if (experimentKeys.length === 0) return;
  await db
    .insertInto('experiment_links')
    .values(experimentKeys.map((key) => ({ experiment_key: key, project_id: projectId, created_at: now })))
    .onConflict((conflict) => conflict.columns(['experiment_key', 'project_id']).doNothing())
    .execute();
}
