import { badRequest } from '../../errors/service-error.ts';
import type { Executor } from '../database/executor.ts';
import { newId } from '../database/new-id.ts';
import type { Store } from '../database/store.ts';
import { lockExperiment } from '../experiments/experiment-lock.ts';
import { type AssetRow, assetContentTables, deleteAssetRows } from './assets.ts';
import { type Content, releaseContents, storeContent } from './contents.ts';
import type { FilePart } from './incoming-files.ts';

/** Metadata of an uploaded file. */
export interface NewAsset {
  readonly experimentKey: string;
  /** Default: a new id. */
  readonly assetId?: string | undefined;
  readonly fileName: string;
  readonly type?: string | undefined;
  readonly extension?: string | undefined;
  readonly step?: number | null | undefined;
  readonly epoch?: number | null | undefined;
  readonly context?: string | null | undefined;
  /** JSON text. */
  readonly metadata?: string | null | undefined;
  readonly modelName?: string | null | undefined;
  readonly artifactVersionId?: string | null | undefined;
  /** Whether the asset replaces those with the same name and type. */
  readonly overwrite?: boolean | undefined;
}

function extensionOf(fileName: string): string {
  const match = /\.([A-Za-z0-9]{1,16})$/.exec(fileName);
  return match === null ? '' : match[1]!.toLowerCase();
}

/**
 * Returns a step or an epoch as an integer that both databases can store.
 *
 * @throws ServiceError 400 for a text that is no number, and for a number that could be written but not read back.
 */
export function assetInteger(name: string, value: number | string | null | undefined): number | null {
  if (value === undefined || value === null || value === '') return null;
  const integer = Math.trunc(Number(value));
  if (!Number.isSafeInteger(integer))
    throw badRequest(`The ${name} of an asset must be an integer between -2^53 and 2^53, unlike ${value}`);
  return integer;
}

/**
 * Deletes the assets that a new one replaces: the one with the same id and, with `overwrite`, those with the same
 * name and type. Loose files, the files of a model and the files of an artifact version have separate namespaces.
 *
 * @returns the content hashes that may now be unused.
 */
async function removeOverwritten(db: Executor, asset: NewAsset, type: string, assetId: string): Promise<string[]> {
  // An archive that is uploaded again after its experiment was deleted contains the same ids.
  await db
    .updateTable('assets')
    .set({ asset_id: newId() })
    .where('experiment_key', '=', asset.experimentKey)
    .where('asset_id', '=', assetId)
    .where('kept_for', 'is not', null)
    .execute();
  const old = await db
    .selectFrom('assets')
    .select('asset_id')
    .where('experiment_key', '=', asset.experimentKey)
    .where('kept_for', 'is', null)
    .where((is) =>
      asset.overwrite
        ? is.or([
            is('asset_id', '=', assetId),
            is.and([
              is('file_name', '=', asset.fileName),
              is('type', '=', type),
              asset.modelName ? is('model_name', '=', asset.modelName) : is('model_name', 'is', null),
              asset.artifactVersionId
                ? is('artifact_version_id', '=', asset.artifactVersionId)
                : is('artifact_version_id', 'is', null),
            ]),
          ])
        : is('asset_id', '=', assetId),
    )
    .execute();
  const hashes: string[] = [];
  for (const { asset_id } of old) {
    // The files of a scene stay when its upload is repeated.
    const tables = asset_id === assetId ? (['assets'] as const) : assetContentTables;
    hashes.push(...(await deleteAssetRows(db, asset.experimentKey, asset_id, tables)));
  }
  return hashes;
}

/** Inserts the row of an asset inside a transaction. `replaced` are the content hashes that may now be unused. */
async function insertAsset(
  trx: Executor,
  asset: NewAsset,
  bytes: Content | { readonly remoteLink: string | null },
  now: number,
): Promise<{ row: AssetRow; replaced: string[] }> {
  const type = asset.type || 'asset';
  const row: AssetRow = {
    experiment_key: asset.experimentKey,
    asset_id: asset.assetId || newId(),
    file_name: asset.fileName,
    type,
    extension: (asset.extension ?? '').replace(/^\./, '').toLowerCase() || extensionOf(asset.fileName),
    step: assetInteger('step', asset.step),
    epoch: assetInteger('epoch', asset.epoch),
    context: asset.context || null,
    metadata: asset.metadata ?? null,
    file_size: 'size' in bytes ? bytes.size : 0,
    sha256: 'sha256' in bytes ? bytes.sha256 : null,
    remote_link: 'remoteLink' in bytes ? bytes.remoteLink : null,
    model_name: asset.modelName || null,
    artifact_version_id: asset.artifactVersionId || null,
    created_at: now,
    kept_for: null,
  };
  await lockExperiment(trx, asset.experimentKey);
  const replaced = await removeOverwritten(trx, asset, type, row.asset_id);
  await trx.insertInto('assets').values(row).execute();
  if (row.model_name !== null) {
    await trx
      .insertInto('experiment_models')
      .values({
        experiment_key: row.experiment_key,
        model_name: row.model_name,
        experiment_model_id: newId(),
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['experiment_key', 'model_name']).doNothing())
      .execute();
  }
  return { row, replaced };
}

/**
 * Stores an uploaded file as an asset. An asset with the same id is replaced, so repeating an upload has no effect.
 *
 * @throws ServiceError 404 if the experiment does not exist; the file is not stored then.
 */
export async function saveAsset(store: Store, asset: NewAsset, file: FilePart, now: number): Promise<AssetRow> {
  const { row, replaced } = await storeContent(store, file, (trx, content) => insertAsset(trx, asset, content, now));
  await releaseContents(store, replaced);
  return row;
}

/**
 * Stores a remote file by its URL or, with `link` null, an asset whose files are uploaded one by one.
 *
 * @throws ServiceError 404 if the experiment does not exist.
 */
export async function saveRemoteAsset(
  store: Store,
  asset: NewAsset,
  link: string | null,
  now: number,
): Promise<AssetRow> {
  const { row, replaced } = await store.db
    .transaction()
    .execute((trx) => insertAsset(trx, asset, { remoteLink: link }, now));
  await releaseContents(store, replaced);
  return row;
}
