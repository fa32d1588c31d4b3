import { sql } from 'kysely';
import type { Executor } from '../store/database/executor.ts';
import { inProject } from '../store/experiments/experiment-lists.ts';

/** Project whose records are exported. */
export interface ProjectSource {
  readonly db: Executor;
  readonly projectId: string;
  /** Time of the export, in milliseconds since 1970. */
  readonly now: number;
  /**
   * Keys of the experiments, oldest first; archived ones after the others. All tables read the experiments by this
   * list, so that one that is archived or restored meanwhile is in each of them once.
   */
  readonly experimentKeys: readonly string[];
}

/** Returns the source of a project, with the experiments that it has now. */
export async function projectSource(db: Executor, projectId: string): Promise<ProjectSource> {
  const rows = await db
    .selectFrom('experiments')
    .select('experiment_key')
    .where(await inProject(db, projectId))
    .orderBy('archived')
    .orderBy('start_time')
    .orderBy('experiment_key')
    .execute();
  return { db, projectId, now: Date.now(), experimentKeys: rows.map((row) => row.experiment_key) };
}

async function summariesOf({ db, projectId }: ProjectSource) {
  const isListed = await inProject(db, projectId);
  return {
    summaries: db
      .selectFrom('metric_summaries')
      .innerJoin('experiments', 'experiments.experiment_key', 'metric_summaries.experiment_key')
      .where(isListed),
  };
}

/** Returns the names and the contexts of the metrics of a project. */
export async function metricNames(source: ProjectSource): Promise<{ names: string[]; contexts: string[] }> {
  const { summaries } = await summariesOf(source);
  const names = await summaries.select('metric_name').distinct().orderBy('metric_name').execute();
  const contexts = await summaries
    .select('run_context')
    .distinct()
    .where('run_context', 'is not', null)
    .orderBy('run_context')
    .execute();
  return { names: names.map((row) => row.metric_name), contexts: contexts.map((row) => row.run_context!) };
}

/** Returns the number of points of all metrics of a project. */
export async function pointCount(source: ProjectSource): Promise<number> {
  const { summaries } = await summariesOf(source);
  const row = await summaries.select(sql<number | string | null>`sum(total)`.as('total')).executeTakeFirst();
  return Number(row?.total ?? 0);
}
