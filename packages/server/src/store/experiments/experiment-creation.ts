import { randomUUID } from 'node:crypto';
import type { Executor } from '../database/executor.ts';
import type { Liveness } from '../tables/experiment-tables.ts';
import type { ProjectRow } from '../tables/project-tables.ts';
import { logValues } from './experiment-items.ts';
import { experimentNameFor } from './experiment-names.ts';
import { insertExperiment } from './experiments.ts';
import { ensureProject, type NewProject } from './projects.ts';

/** Values of an experiment to be created in a project, which is created too if it does not exist. */
export interface ExperimentInNewProject {
  readonly experimentKey: string;
  readonly project: NewProject;
  /** Default: a name derived from the key. */
  readonly name?: string | undefined;
  readonly liveness: Liveness;
  readonly startTime: number;
}

/**
 * Creates an experiment with a run id. Its name is also among its other values, as the Python client logs it. Runs
 * inside a transaction.
 *
 * @returns the project and the name of the experiment
 * @throws ServiceError 400 if the key already exists
 */
export async function createExperiment(
  trx: Executor,
  { project, name: given, ...experiment }: ExperimentInNewProject,
  now: number,
): Promise<{ project: ProjectRow; name: string }> {
  const { experimentKey, startTime } = experiment;
  const name = given || experimentNameFor(experimentKey);
  const target = await ensureProject(trx, project, now);
  await insertExperiment(trx, { ...experiment, projectId: target.project_id, name, runId: randomUUID() }, now);
  await logValues(trx, 'experiment_others', experimentKey, [{ name: 'Name', value: name, timestamp: startTime }]);
  return { project: target, name };
}
