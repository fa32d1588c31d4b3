import { sql } from 'kysely';
import type { Executor } from '../store/executor.ts';
import type { ExperimentRow } from '../store/experiment-tables.ts';
import { experimentsInBatches, inProject } from '../store/experiments.ts';

/** Project whose records are exported. */
export interface ProjectSource {
  readonly db: Executor;
  readonly projectId: string;
  /** Time of the export, in milliseconds since 1970. */
  readonly now: number;
}

/** Yields the experiments of a project in batches, oldest first; archived ones after the others. */
export async function* experimentBatches({ db, projectId, now }: ProjectSource): AsyncGenerator<ExperimentRow[]> {
  for (const archived of [false, true]) {
    for await (const rows of experimentsInBatches(db, projectId, { archived, sortOrder: 'asc', now })) {
      if (rows.length > 0) yield rows;
    }
  }
}

/** Returns the keys of the experiments of a project. */
export async function experimentKeys({ db, projectId }: ProjectSource): Promise<string[]> {
  const selected = db.selectFrom('experiments').select('experiment_key');
  const rows = await selected.where(await inProject(db, projectId)).execute();
  return rows.map((row) => row.experiment_key);
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
