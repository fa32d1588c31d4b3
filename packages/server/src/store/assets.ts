import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { badRequest, notFound } from '../errors/service-error.ts';
import type { AssetTables } from './asset-tables.ts';
import { type Content, releaseContents, storeContent } from './contents.ts';
import { deleting } from './deletion.ts';
import type { Executor } from './executor.ts';
import { lockExperiment } from './experiment-lock.ts';
import type { FilePart } from './incoming-files.ts';
import { isDeeplyNested, maxNesting } from './nesting.ts';
import type { RegistryTables } from './registry-tables.ts';
import type { Store } from './store.ts';

/** Row of `assets`. */
export type AssetRow = Selectable<AssetTables['assets']>;

/** Asset type that lists leave out: patches have an endpoint of their own. */
const unlistedType = 'git-patch';

/** Returns a new id in the format of the SDK's clients: 32 hex digits. */
export function newId(): string {
  return randomUUID().replaceAll('-', '');
}

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

/** Returns the last segment of a path or URL, separated by slashes or backslashes. */
export function baseName(path: string): string {
  return path.split(/[?#]/, 1)[0]!.split(/[/\\]/).filter(Boolean).at(-1) ?? '';
}

function extensionOf(fileName: string): string {
  const match = /\.([A-Za-z0-9]{1,16})$/.exec(fileName);
  return match === null ? '' : match[1]!.toLowerCase();
}

/**
 * Returns a step or an epoch as an integer that both databases can store; throws 400 for a larger one, which could be
 * written but not read back.
 */
function wholeNumber(what: string, given: number | null | undefined): number | null {
  if (given === undefined || given === null) return null;
  const whole = Math.trunc(given);
  if (!Number.isSafeInteger(whole))
    throw badRequest(`The ${what} of an asset must be an integer between -2^53 and 2^53, unlike ${given}`);
  return whole;
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
    .select(['asset_id', 'sha256'])
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
  for (const { asset_id } of old) {
    await db
      .deleteFrom('assets')
      .where('experiment_key', '=', asset.experimentKey)
      .where('asset_id', '=', asset_id)
      .execute();
  }
  return old.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]));
}

/** Inserts the row of an asset inside a transaction; also returns the content hashes that may now be unused. */
async function record(
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
    step: wholeNumber('step', asset.step),
    epoch: wholeNumber('epoch', asset.epoch),
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
  const { row, replaced } = await storeContent(store, file, (trx, content) => record(trx, asset, content, now));
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
    .execute((trx) => record(trx, asset, { remoteLink: link }, now));
  await releaseContents(store, replaced);
  return row;
}

/** Returns the metadata as validated JSON text; null if it is empty. */
export function metadataText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch {
    throw badRequest('The metadata of an asset must be JSON');
  }
  if (isDeeplyNested(read)) {
    throw badRequest(`The metadata of an asset is nested more than ${maxNesting} levels deep`);
  }
  return value;
}

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
    .where('type', '!=', unlistedType);
  const { type } = filter;
  if (type !== undefined && type !== '' && type !== 'all') {
    rows = rows.where('type', 'in', filterTypes.get(type) ?? [type]);
  }
  if (filter.fileName !== undefined) rows = rows.where('file_name', '=', filter.fileName);
  if (filter.modelName !== undefined) rows = rows.where('model_name', '=', filter.modelName);
  return await rows.orderBy('created_at').orderBy('asset_id').execute();
}

/** Experiment model that a version of a registered model was created from. */
export type RegisteredFrom = Pick<
  RegistryTables['registry_versions'],
  'experiment_key' | 'experiment_model_name' | 'experiment_model_id'
>;

/**
 * Returns the files of a registered version: those of its experiment model or, if the experiment was deleted, the
 * retained ones.
 */
export async function listVersionFiles({ db }: Store, from: RegisteredFrom): Promise<AssetRow[]> {
  const model = await findExperimentModel(db, { experimentModelId: from.experiment_model_id });
  return await db
    .selectFrom('assets')
    .selectAll()
    .where('experiment_key', '=', from.experiment_key)
    .where('type', '!=', unlistedType)
    .where((is) =>
      model === null
        ? is('kept_for', '=', from.experiment_model_id)
        : is.and([is('kept_for', 'is', null), is('model_name', '=', from.experiment_model_name)]),
    )
    .where('artifact_version_id', 'is', null)
    .orderBy('created_at')
    .orderBy('asset_id')
    .execute();
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
    const gone: string[] = [];
    for (const table of ['assets', 'asset_items'] as const) {
      const rows = await trx
        .selectFrom(table)
        .select('sha256')
        .where('experiment_key', '=', experimentKey)
        .where('asset_id', '=', assetId)
        .execute();
      for (const { sha256 } of rows) if (sha256 !== null) gone.push(sha256);
      await trx.deleteFrom(table).where('experiment_key', '=', experimentKey).where('asset_id', '=', assetId).execute();
    }
    return gone;
  });
  await releaseContents(store, hashes);
}

/**
 * Returns the content hashes that the assets of experiments refer to. Call it before their rows are deleted, and
 * release the hashes afterwards.
 */
export async function experimentContents(db: Executor, experimentKeys: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const table of ['assets', 'asset_items'] as const) {
    const rows = await db.selectFrom(table).select('sha256').where('experiment_key', 'in', experimentKeys).execute();
    for (const { sha256 } of rows) if (sha256 !== null) hashes.push(sha256);
  }
  return hashes;
}

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
export async function listAssetItems({ db }: Store, experimentKey: string, assetId: string) {
  return await db
    .selectFrom('asset_items')
    .selectAll()
    .where('experiment_key', '=', experimentKey)
    .where('asset_id', '=', assetId)
    .orderBy('created_at')
    .orderBy('file_name')
    .execute();
}

/** Model logged to an experiment. */
export type ExperimentModelRow = Selectable<AssetTables['experiment_models']>;

/** Returns the models of an experiment, oldest first. */
export async function listExperimentModels({ db }: Store, experimentKey: string): Promise<ExperimentModelRow[]> {
  return await db
    .selectFrom('experiment_models')
    .selectAll()
    .where('experiment_key', '=', experimentKey)
    .orderBy('created_at')
    .execute();
}

/** Returns a model by its experiment and name, or by its id; null if it does not exist. */
export async function findExperimentModel(
  db: Executor,
  by: { experimentKey: string; modelName: string } | { experimentModelId: string },
): Promise<ExperimentModelRow | null> {
  const all = db.selectFrom('experiment_models').selectAll();
  const found =
    'experimentModelId' in by
      ? all.where('experiment_model_id', '=', by.experimentModelId)
      : all.where('experiment_key', '=', by.experimentKey).where('model_name', '=', by.modelName);
  return (await found.executeTakeFirst()) ?? null;
}
