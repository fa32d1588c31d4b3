import { deleting } from '../database/deletion.ts';
import type { Store } from '../database/store.ts';
import { lockForRemoval, removeProjectRow } from '../experiments/projects.ts';
import { listRegistryModels } from '../registry/registry.ts';
import { deleteArtifacts } from './artifact-removal.ts';
import { removeExperimentsOf } from './experiment-removal.ts';
import { hasExperiments } from './project-removal.ts';
import { deleteRegistryModel } from './registry-removal.ts';

/** Deletes a workspace with everything in it; does nothing if it does not exist. */
export async function removeWorkspace(store: Store, workspaceName: string): Promise<void> {
  const { db } = store;
  for (const model of await listRegistryModels(db, workspaceName)) await deleteRegistryModel(store, model);
  await deleteArtifacts(store, workspaceName);
  const projects = await db
    .selectFrom('projects')
    .select('project_id')
    .where('workspace_name', '=', workspaceName)
    .execute();
  for (const { project_id: projectId } of projects) {
    await removeExperimentsOf(store, projectId);
    await deleting(store, async (trx) => {
      await lockForRemoval(trx, projectId);
      // The next removal deletes experiments that were created in the meantime, with their project.
      if (!(await hasExperiments(trx, projectId))) await removeProjectRow(trx, projectId);
    });
  }
  await db.deleteFrom('workspaces').where('workspace_name', '=', workspaceName).execute();
}
