import { removeExperiments } from './experiment-removal.ts';
import { removeProjectRow } from './projects.ts';
import { deleteRegistryModel, listRegistryModels } from './registry.ts';
import type { Store } from './store.ts';

async function removeArtifacts({ db }: Store, workspaceName: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ids = trx.selectFrom('artifacts').select('artifact_id').where('workspace_name', '=', workspaceName);
    await trx.deleteFrom('artifact_aliases').where('artifact_id', 'in', ids).execute();
    await trx.deleteFrom('artifact_versions').where('artifact_id', 'in', ids).execute();
    await trx.deleteFrom('artifacts').where('workspace_name', '=', workspaceName).execute();
  });
}

/** Deletes a workspace and all that is in it; one that is not there is no error. */
export async function removeWorkspace(store: Store, workspaceName: string): Promise<void> {
  const { db } = store;
  for (const model of await listRegistryModels(db, workspaceName)) await deleteRegistryModel(store, model);
  await removeArtifacts(store, workspaceName);
  const projects = await db
    .selectFrom('projects')
    .select('project_id')
    .where('workspace_name', '=', workspaceName)
    .execute();
  for (const { project_id: projectId } of projects) {
    const rows = await db
      .selectFrom('experiments')
      .select('experiment_key')
      .where('project_id', '=', projectId)
      .execute();
    await removeExperiments(
      store,
      rows.map((row) => row.experiment_key),
    );
    await db.deleteFrom('experiment_links').where('project_id', '=', projectId).execute();
    await removeProjectRow(db, projectId);
  }
  await db.deleteFrom('workspaces').where('workspace_name', '=', workspaceName).execute();
}
