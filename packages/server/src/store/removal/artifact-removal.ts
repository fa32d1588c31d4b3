import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import { deleting } from '../database/deletion.ts';
import type { Store } from '../database/store.ts';
import { releaseContents } from '../files/contents.ts';
import { artifactsLockKey } from '../registry/artifacts.ts';
import { deleteUnreferenced } from './retained-files.ts';

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
