import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { lockExperiment } from '../experiments/experiment-lock.ts';
import { requireAsset } from './assets.ts';
import { releaseContents, storeContent } from './contents.ts';
import type { FilePart } from './incoming-files.ts';

/**
 * Adds a file to an asset that consists of several, whose size is that of its files; throws 404 if the experiment or
 * the asset does not exist.
 */
export async function saveAssetItem(
  store: Store,
  item: { experimentKey: string; assetId: string; itemType: string; fileName: string },
  file: FilePart,
  now: number,
): Promise<void> {
  const { experimentKey, assetId, itemType, fileName } = item;
  const replaced = await storeContent(store, file, async (trx, content) => {
    await lockExperiment(trx, experimentKey);
    await requireAsset(trx, experimentKey, assetId);
    const same = { experiment_key: experimentKey, asset_id: assetId, item_type: itemType, file_name: fileName };
    const old = await trx
      .selectFrom('asset_items')
      .select('sha256')
      .where('experiment_key', '=', experimentKey)
      .where('asset_id', '=', assetId)
      .where('item_type', '=', itemType)
      .where('file_name', '=', fileName)
      .execute();
    await trx
      .insertInto('asset_items')
      .values({ ...same, file_size: content.size, sha256: content.sha256, created_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['experiment_key', 'asset_id', 'item_type', 'file_name'])
          .doUpdateSet({ file_size: content.size, sha256: content.sha256, created_at: now }),
      )
      .execute();
    await trx
      .updateTable('assets')
      .set(({ selectFrom }) => ({
        file_size: selectFrom('asset_items')
          .select(({ fn }) => fn.sum<number>('file_size').as('size'))
          .where('experiment_key', '=', experimentKey)
          .where('asset_id', '=', assetId),
      }))
      .where('experiment_key', '=', experimentKey)
      .where('asset_id', '=', assetId)
      .where('sha256', 'is', null)
      .execute();
    return old.map(({ sha256 }) => sha256);
  });
  await releaseContents(store, replaced);
}

/** Returns the files of an asset that consists of several. */
export async function listAssetItems(db: Executor, experimentKey: string, assetId: string) {
  return await db
    .selectFrom('asset_items')
    .selectAll()
    .where('experiment_key', '=', experimentKey)
    .where('asset_id', '=', assetId)
    .orderBy('created_at')
    .orderBy('file_name')
    .execute();
}
