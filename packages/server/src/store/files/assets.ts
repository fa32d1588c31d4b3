import type { Selectable } from 'kysely';
import { notFound } from '../../errors/service-error.ts';
import { deleting } from '../database/deletion.ts';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { lockExperiment } from '../experiments/experiment-lock.ts';
import type { AssetTables } from '../tables/asset-tables.ts';
import { releaseContents } from './contents.ts';

/** Row of `assets`. */
export type AssetRow = Selectable<AssetTables['assets']>;

/** Asset type of a git patch. Lists leave it out, since it has endpoints of its own. */
export const gitPatchType = 'git-patch';

/** Asset types that match a type filter, where they differ from the filter itself. */
const filterTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['histogram_combined_3d', ['histogram_combined_3d', 'histogram3d']],
  ['histogram-combined-3d', ['histogram_combined_3d', 'histogram3d']],
]);

/** Filter of `listAssets`. */
export interface AssetFilter {
  readonly type?: string | undefined;
  readonly fileName?: string | undefined;
  readonly modelName?: string | undefined;
}

/** Returns the assets of an experiment, oldest first, without the files of artifacts. */
export async function listAssets({ db }: Store, experimentKey: string, filter: AssetFilter = {}): Promise<AssetRow[]> {
  let rows = db
    .selectFrom('assets')
    .selectAll()
    .where('experiment_key', '=', experimentKey)
    .where('kept_for', 'is', null)
    .where('artifact_version_id', 'is', null)
    .where('type', '!=', gitPatchType);
  const { type } = filter;
  if (type !== undefined && type !== '' && type !== 'all') {
    rows = rows.where('type', 'in', filterTypes.get(type) ?? [type]);
  }
  if (filter.fileName !== undefined) rows = rows.where('file_name', '=', filter.fileName);
  if (filter.modelName !== undefined) rows = rows.where('model_name', '=', filter.modelName);
  return await rows.orderBy('created_at').orderBy('asset_id').execute();
}

/** Returns one asset; throws 404 if it does not exist. */
export async function requireAsset(db: Executor, experimentKey: string, assetId: string): Promise<AssetRow> {
  const row = await db
    .selectFrom('assets')
    .selectAll()
    .where('experiment_key', '=', experimentKey)
    .where('asset_id', '=', assetId)
    .executeTakeFirst();
  if (row === undefined) throw notFound(`There is no asset ${assetId} in experiment ${experimentKey}`);
  return row;
}

/** Returns the newest asset of a type, or null. */
export async function newestAsset({ db }: Store, experimentKey: string, type: string): Promise<AssetRow | null> {
  const row = await db
    .selectFrom('assets')
    .selectAll()
    .where('experiment_key', '=', experimentKey)
    .where('kept_for', 'is', null)
    .where('type', '=', type)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Tables whose rows refer to the content of an asset. */
export const assetContentTables = ['assets', 'asset_items'] as const;

/** Deletes the rows of an asset and returns the content hashes that may now be unused. */
export async function deleteAssetRows(
  trx: Executor,
  experimentKey: string,
  assetId: string,
  tables: readonly (typeof assetContentTables)[number][] = assetContentTables,
): Promise<string[]> {
  const hashes: string[] = [];
  for (const table of tables) {
    const rows = await trx
      .deleteFrom(table)
      .where('experiment_key', '=', experimentKey)
      .where('asset_id', '=', assetId)
      .returning('sha256')
      .execute();
    for (const { sha256 } of rows) if (sha256 !== null) hashes.push(sha256);
  }
  return hashes;
}

/**
 * Deletes an asset and its items. Does nothing if the asset does not exist; throws 404 if the experiment does not
 * exist.
 */
export async function deleteAsset(store: Store, experimentKey: string, assetId: string): Promise<void> {
  const hashes = await deleting(store, async (trx) => {
    await lockExperiment(trx, experimentKey);
    const retained = await trx
      .selectFrom('assets')
      .select('asset_id')
      .where('experiment_key', '=', experimentKey)
      .where('asset_id', '=', assetId)
      .where('kept_for', 'is not', null)
      .executeTakeFirst();
    // A retained file belongs to a version, not to this experiment.
    if (retained !== undefined) return [];
    return await deleteAssetRows(trx, experimentKey, assetId);
  });
  await releaseContents(store, hashes);
}

/**
 * Returns the content hashes that the assets of experiments refer to. Call it before their rows are deleted, and
 * release the hashes afterwards.
 */
export async function experimentContents(db: Executor, experimentKeys: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const table of assetContentTables) {
    const rows = await db.selectFrom(table).select('sha256').where('experiment_key', 'in', experimentKeys).execute();
    for (const { sha256 } of rows) if (sha256 !== null) hashes.push(sha256);
  }
  return hashes;
}
