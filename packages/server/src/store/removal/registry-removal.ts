import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import { deleting } from '../database/deletion.ts';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { releaseContents } from '../files/contents.ts';
import { registryLockKey } from '../registry/registry.ts';
import { listRegistryVersions, requireRegistryVersion } from '../registry/registry-versions.ts';
import type { RegistryModelRow, RegistryVersionRow } from '../tables/registry-tables.ts';
import { deleteUnreferenced } from './retained-files.ts';

/** Deletes versions and returns the content hashes that may now be unused. */
async function deleteVersionRows(trx: Executor, versions: readonly RegistryVersionRow[]): Promise<string[]> {
  if (versions.length === 0) return [];
  const itemIds = versions.map((row) => row.registry_model_item_id).sort();
  // Without the lock, a concurrent change could write the history of a deleted version.
  for (const itemId of itemIds) await acquireAdvisoryLock(trx, itemId);
  await trx.deleteFrom('registry_history').where('registry_model_item_id', 'in', itemIds).execute();
  await trx.deleteFrom('registry_versions').where('registry_model_item_id', 'in', itemIds).execute();
  return await deleteUnreferenced(
    trx,
    versions.map((row) => row.experiment_key),
  );
}

/**
 * Deletes a version. Its files stay with their experiment; if that was deleted, they are removed unless another
 * version refers to them.
 */
export async function deleteRegistryVersion(store: Store, itemId: string): Promise<void> {
  const contents = await deleting(store, async (trx) => {
    await acquireAdvisoryLock(trx, itemId);
    return await deleteVersionRows(trx, [await requireRegistryVersion(trx, itemId)]);
  });
  await releaseContents(store, contents);
}

/** Deletes a registered model with its versions. */
export async function deleteRegistryModel(store: Store, model: RegistryModelRow): Promise<void> {
  const contents = await deleting(store, async (trx) => {
    await acquireAdvisoryLock(trx, registryLockKey(model.workspace_name));
    const released = await deleteVersionRows(trx, await listRegistryVersions(trx, model.registry_model_id));
    await trx.deleteFrom('registry_models').where('registry_model_id', '=', model.registry_model_id).execute();
    return released;
  });
  await releaseContents(store, contents);
}
