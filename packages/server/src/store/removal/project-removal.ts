import { badRequest } from '../../errors/service-error.ts';
import { deleting } from '../database/deletion.ts';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { moveAllExperiments } from '../experiments/experiment-moves.ts';
import { defaultProjectName, ensureProject, lockForRemoval, removeProjectRow } from '../experiments/projects.ts';
import { removeExperimentsOf } from './experiment-removal.ts';

const keepsOthers = `The project ${defaultProjectName} keeps experiments of deleted projects; delete those first`;

/** Returns whether experiments belong to a project. */
export async function hasExperiments(db: Executor, projectId: string): Promise<boolean> {
  const own = db.selectFrom('experiments').select('experiment_key').where('project_id', '=', projectId);
  return (await own.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Deletes a project; does nothing if it does not exist. Its experiments are deleted on request; the others go to the
 * project `general`, which `owner` owns if it is new.
 *
 * @throws ServiceError 400 if experiments are left in `general` itself.
 */
export async function removeProject(
  store: Store,
  projectId: string,
  { deleteExperiments, owner, now }: { deleteExperiments: boolean; owner: string; now: number },
): Promise<void> {
  if (deleteExperiments) await removeExperimentsOf(store, projectId);
  await deleting(store, async (trx) => {
    const project = await lockForRemoval(trx, projectId);
    if (project === null) return;
    // Includes experiments created in the meantime: no experiment is left without a project.
    if (await hasExperiments(trx, projectId)) {
      if (project.project_name === defaultProjectName) throw badRequest(keepsOthers);
      const { workspace_name: workspaceName } = project;
      const refuge = await ensureProject(trx, { workspaceName, projectName: defaultProjectName, owner }, now);
      await moveAllExperiments(trx, projectId, refuge.project_id);
    }
    await removeProjectRow(trx, projectId);
  });
}
