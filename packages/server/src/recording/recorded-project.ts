import { notFound } from '../errors/service-error.ts';
import type { Executor } from '../store/database/executor.ts';
import { slicesOf } from '../store/database/slices.ts';
import { experimentsOfKeys, inProject } from '../store/experiments/experiment-lists.ts';
import { requireProject } from '../store/experiments/projects.ts';
import type { ExperimentRow } from '../store/tables/experiment-tables.ts';
import type { ProjectRow } from '../store/tables/project-tables.ts';

/** Experiment that is recorded. */
export interface RecordedExperiment {
  readonly row: ExperimentRow;
  /** Project that it belongs to: another one if it is only linked to the recorded project. */
  readonly projectName: string;
  /** Name for messages. */
  readonly label: string;
}

/** Project that is recorded, with the experiments that are recorded of it. */
export interface RecordedProject {
  readonly db: Executor;
  /** Data folder with the files. */
  readonly folder: string;
  readonly project: ProjectRow;
  /** Oldest first. */
  readonly experiments: readonly RecordedExperiment[];
  /** Time of the recording, in milliseconds since 1970. */
  readonly now: number;
  /** Whether files are recorded. */
  readonly assets: boolean;
  /** Reports what is left out. */
  leftOut(message: string): void;
}

/** Selection of what is recorded. */
export interface RecordedSelection {
  readonly workspaceName: string;
  readonly projectName: string;
  /** Default: all experiments of the project. */
  readonly experimentKeys?: readonly string[] | undefined;
}

async function experimentsOf(db: Executor, project: ProjectRow, chosen: readonly string[] | undefined) {
  const listed = await db
    .selectFrom('experiments')
    .select('experiment_key')
    .where(await inProject(db, project.project_id))
    .orderBy('start_time')
    .orderBy('experiment_key')
    .execute();
  const keys = listed.map((row) => row.experiment_key);
  const known = new Set(keys);
  const missing = chosen?.find((key) => !known.has(key));
  if (missing !== undefined) {
    throw notFound(`The project ${project.workspace_name}/${project.project_name} has no experiment ${missing}`);
  }
  const wanted = chosen === undefined ? known : new Set(chosen);
  return experimentsOfKeys(
    db,
    keys.filter((key) => wanted.has(key)),
  );
}

/**
 * Returns a project with the selected experiments.
 *
 * @throws ServiceError 404 if there is no such project, or if it has no such experiment
 */
export async function recordedProject(
  source: Pick<RecordedProject, 'db' | 'folder' | 'now' | 'assets' | 'leftOut'>,
  { workspaceName, projectName, experimentKeys }: RecordedSelection,
): Promise<RecordedProject> {
  const { db } = source;
  const project = await requireProject(db, { workspaceName, projectName });
  const experiments: RecordedExperiment[] = [];
  for await (const rows of await experimentsOf(db, project, experimentKeys)) {
    const projects = await db
      .selectFrom('projects')
      .select(['project_id', 'project_name'])
      .where('project_id', 'in', [...new Set(rows.map((row) => row.project_id))])
      .execute();
    const nameOf = new Map(projects.map((row) => [row.project_id, row.project_name]));
    for (const row of rows) {
      experiments.push({ row, projectName: nameOf.get(row.project_id)!, label: row.name || row.experiment_key });
    }
  }
  return { ...source, project, experiments };
}

/** Calls `read` with keys, some at a time; returns all rows. */
export async function rowsOfKeys<Row>(
  keys: Iterable<string>,
  read: (keys: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const slice of slicesOf([...keys])) for (const row of await read(slice)) rows.push(row);
  return rows;
}

/** Calls `read` with the keys of the experiments, some at a time; returns all rows. */
export async function rowsOfExperiments<Row>(
  { experiments }: RecordedProject,
  read: (keys: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  return await rowsOfKeys(
    experiments.map(({ row }) => row.experiment_key),
    read,
  );
}
