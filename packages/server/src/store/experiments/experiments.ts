import { experimentExists, noSuchExperiment } from '../../errors/service-error.ts';
import type { Executor } from '../database/executor.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { ExperimentRow, Liveness } from '../tables/experiment-tables.ts';
import type { Tables } from '../tables/schema.ts';

const experimentByKey = preparedQuery((db, experimentKey: string) =>
  db.selectFrom('experiments').selectAll().where('experiment_key', '=', experimentKey),
);

/** Returns the experiment, or null. */
export async function findExperiment(db: Executor, experimentKey: string): Promise<ExperimentRow | null> {
  const [row] = await experimentByKey(db, experimentKey);
  return row ?? null;
}

/** Returns the experiment; throws 404 if it does not exist. */
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

/** Row of an experiment with the names of its project and workspace. */
type ExperimentInProject = ExperimentRow & Pick<Tables['projects'], 'project_name' | 'workspace_name'>;

/**
 * Returns the experiment with the names of its project and workspace, or null. Uses a single statement, since it is
 * the most frequent read.
 */
export async function findExperimentInProject(
  db: Executor,
  experimentKey: string,
): Promise<ExperimentInProject | null> {
  const [row] = await experimentInProject(db, experimentKey);
  return row ?? null;
}

/** Returns the experiment with the names of its project and workspace; throws 404 if it does not exist. */
export async function requireExperimentInProject(db: Executor, experimentKey: string): Promise<ExperimentInProject> {
  const row = await findExperimentInProject(db, experimentKey);
  if (row === null) throw noSuchExperiment(experimentKey);
  return row;
}

/** Initial values of a new experiment. */
export interface NewExperiment {
  readonly experimentKey: string;
  readonly projectId: string;
  readonly name: string | null;
  readonly runId: string;
  readonly liveness: Liveness;
  readonly startTime: number;
}

/** Inserts an experiment; throws 400 if the key already exists. */
export async function insertExperiment(db: Executor, experiment: NewExperiment, now: number): Promise<void> {
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
  if (result.numInsertedOrUpdatedRows !== 1n) throw experimentExists(experiment.experimentKey);
}

/** Updates columns of one experiment; throws 404 if it does not exist. */
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
