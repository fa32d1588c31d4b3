import type { Selectable } from 'kysely';
import type { AssetTables } from './asset-tables.ts';
import { type AssetRow, gitPatchType } from './assets.ts';
import type { Executor } from './executor.ts';
import type { RegistryTables } from './registry-tables.ts';
import type { Store } from './store.ts';

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
    .where('type', '!=', gitPatchType)
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
