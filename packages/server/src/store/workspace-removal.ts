import { acquireAdvisoryLock } from './advisory-lock.ts';
import { deleteArtifacts } from './artifacts.ts';
import { deleting } from './deletion.ts';
import { removeExperimentsOf } from './experiment-removal.ts';
import { projectLockKey, removeProjectRow } from './projects.ts';
import { listRegistryModels } from './registry.ts';
import { deleteRegistryModel } from './registry-removal.ts';
import type { Store } from './store.ts';

/** Deletes a workspace with everything in it; does nothing if it does not exist. */
export async function removeWorkspace(store: Store, workspaceName: string): Promise<void> {
  const { db } = store;
  for (const model of await listRegistryModels(db, workspaceName)) await deleteRegistryModel(store, model);
  await deleteArtifacts(store, workspaceName);
  const projects = await db
    .selectFrom('projects')
    .select(['project_id', 'project_name'])
    .where('workspace_name', '=', workspaceName)
    .execute();
  for (const { project_id: projectId, project_name: projectName } of projects) {
    await removeExperimentsOf(store, projectId);
    await deleting(store, async (trx) => {
      await acquireAdvisoryLock(trx, projectLockKey({ workspaceName, projectName }));
      await trx.deleteFrom('experiment_links').where('project_id', '=', projectId).execute();
      await removeProjectRow(trx, projectId);
    });
  }
  await db.deleteFrom('workspaces').where('workspace_name', '=', workspaceName).execute();
}
