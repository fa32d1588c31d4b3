import { acquireAdvisoryLock } from './advisory-lock.ts';
import { artifactsLockKey } from './artifacts.ts';
import { releaseContents } from './contents.ts';
import { deleting } from './deletion.ts';
import { deleteUnreferenced } from './retained-files.ts';
import type { Store } from './store.ts';

/** Deletes the artifacts of a workspace with their versions. */
export async function deleteArtifacts(store: Store, workspaceName: string): Promise<void> {
  const contents = await deleting(store, async (trx) => {
    await acquireAdvisoryLock(trx, artifactsLockKey(workspaceName));
    const ids = trx.selectFrom('artifacts').select('artifact_id').where('workspace_name', '=', workspaceName);
    const versions = await trx
      .selectFrom('artifact_versions')
      .select('experiment_key')
      .where('artifact_id', 'in', ids)
      .execute();
    await trx.deleteFrom('artifact_aliases').where('artifact_id', 'in', ids).execute();
    await trx.deleteFrom('artifact_inputs').where('artifact_id', 'in', ids).execute();
    await trx.deleteFrom('artifact_versions').where('artifact_id', 'in', ids).execute();
    await trx.deleteFrom('artifacts').where('workspace_name', '=', workspaceName).execute();
    return await deleteUnreferenced(
      trx,
      versions.map((row) => row.experiment_key),
    );
  });
  await releaseContents(store, contents);
}
