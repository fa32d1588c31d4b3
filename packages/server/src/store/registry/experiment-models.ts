import type { Selectable } from 'kysely';
import type { Executor } from '../database/executor.ts';
import { slicesOf } from '../database/slices.ts';
import type { Store } from '../database/store.ts';
import { type AssetRow, gitPatchType } from '../files/assets.ts';
import type { AssetTables } from '../tables/asset-tables.ts';
import type { RegistryTables } from '../tables/registry-tables.ts';

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

/** Experiment model that a version of a registered model was created from. */
export type RegisteredFrom = Pick<
  RegistryTables['registry_versions'],
  'experiment_key' | 'experiment_model_name' | 'experiment_model_id'
>;

/** Maximum number of experiment models per statement: three lists of values are bound for them. */
const modelsPerStatement = 1000;

/**
 * Returns the files of registered versions by the id of their experiment model: those of the model or, if its
 * experiment was deleted, the retained ones.
 */
export async function versionFiles(
  { db }: Store,
  versions: readonly RegisteredFrom[],
): Promise<ReadonlyMap<string, readonly AssetRow[]>> {
  const files = new Map<string, AssetRow[]>();
  const models = [...new Map(versions.map((version) => [version.experiment_model_id, version])).values()];
  for (const part of slicesOf(models, modelsPerStatement)) await addModelFiles(db, part, files);
  return files;
}

async function addModelFiles(
  db: Executor,
  models: readonly RegisteredFrom[],
  files: Map<string, AssetRow[]>,
): Promise<void> {
  const ids = models.map((model) => model.experiment_model_id);
  for (const id of ids) files.set(id, []);
  const existing = await db
    .selectFrom('experiment_models')
    .selectAll()
    .where('experiment_model_id', 'in', ids)
    .execute();
  const key = (experimentKey: string, modelName: string | null) => JSON.stringify([experimentKey, modelName]);
  const existingIds = new Map(
    existing.map((row) => [key(row.experiment_key, row.model_name), row.experiment_model_id]),
  );
  const names = [...new Set(models.map((model) => model.experiment_model_name))];
  const rows = await db
    .selectFrom('assets')
    .selectAll()
    .where('experiment_key', 'in', [...new Set(models.map((model) => model.experiment_key))])
    .where('type', '!=', gitPatchType)
    .where((is) =>
      is.or([is('kept_for', 'in', ids), is.and([is('kept_for', 'is', null), is('model_name', 'in', names)])]),
    )
    .where('artifact_version_id', 'is', null)
    .orderBy('created_at')
    .orderBy('asset_id')
    .execute();
  for (const row of rows) {
    const id = row.kept_for ?? existingIds.get(key(row.experiment_key, row.model_name));
    if (id !== undefined) files.get(id)?.push(row);
  }
}

/** Returns the files of a registered version. */
export async function listVersionFiles(store: Store, version: RegisteredFrom): Promise<readonly AssetRow[]> {
  return (await versionFiles(store, [version])).get(version.experiment_model_id) ?? [];
}
