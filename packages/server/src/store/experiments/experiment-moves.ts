import type { Executor } from '../database/executor.ts';

/** Moves experiments to another project, which then has no links to them. The transaction holds their locks. */
export async function moveExperiments(
  trx: Executor,
  experimentKeys: readonly string[],
  projectId: string,
  now: number,
): Promise<void> {
  if (experimentKeys.length === 0) return;
  await trx
    .updateTable('experiments')
    .set({ project_id: projectId, last_updated: now })
    .where('experiment_key', 'in', experimentKeys)
    .execute();
  await trx
    .deleteFrom('experiment_links')
    .where('experiment_key', 'in', experimentKeys)
    .where('project_id', '=', projectId)
    .execute();
}

/**
 * Moves all experiments of a project to another one, which then has no links to them. The transaction holds the lock
 * of the project for its removal.
 */
export async function moveAllExperiments(trx: Executor, fromProjectId: string, toProjectId: string): Promise<void> {
  const moved = trx.selectFrom('experiments').select('experiment_key').where('project_id', '=', fromProjectId);
  await trx
    .deleteFrom('experiment_links')
    .where('experiment_key', 'in', moved)
    .where('project_id', '=', toProjectId)
    .execute();
  await trx
    .updateTable('experiments')
    .set({ project_id: toProjectId })
    .where('project_id', '=', fromProjectId)
    .execute();
}

/** Links experiments to an additional project. The transaction holds their locks. */
export async function linkExperiments(
  trx: Executor,
  experimentKeys: readonly string[],
  projectId: string,
  now: number,
): Promise<void> {
  if (experimentKeys.length === 0) return;
  await trx
    .insertInto('experiment_links')
    .values(experimentKeys.map((key) => ({ experiment_key: key, project_id: projectId, created_at: now })))
    .onConflict((conflict) => conflict.columns(['experiment_key', 'project_id']).doNothing())
    .execute();
}
