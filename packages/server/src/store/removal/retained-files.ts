import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import type { Executor } from '../database/executor.ts';

/*
 * Files of deleted experiments that the registry or the artifacts still refer to. They are retained after the
 * experiment, so that deleting it does not break a model in use. Each is marked with the model or version that it is
 * retained for, so that a new experiment with the same key neither shows nor changes it. It is deleted with the last
 * version that refers to it.
 */

/**
 * Marks the assets of models and artifact versions as retained. The transaction holds the locks of the experiments.
 */
async function retainReferenced(trx: Executor, experimentKeys: readonly string[]): Promise<void> {
  const models = await trx
    .selectFrom('experiment_models')
    .select(['experiment_key', 'model_name', 'experiment_model_id'])
    .where('experiment_key', 'in', experimentKeys)
    .execute();
  for (const { experiment_key, model_name, experiment_model_id } of models) {
    await trx
      .updateTable('assets')
      .set({ kept_for: experiment_model_id })
      .where('experiment_key', '=', experiment_key)
      .where('model_name', '=', model_name)
      .where('artifact_version_id', 'is', null)
      .where('kept_for', 'is', null)
      .execute();
  }
  await trx
    .updateTable('assets')
    .set(({ ref }) => ({ kept_for: ref('artifact_version_id') }))
    .where('experiment_key', 'in', experimentKeys)
    .where('artifact_version_id', 'is not', null)
    .where('kept_for', 'is', null)
    .execute();
}

/** Deletes the retained assets of experiments that no version refers to. */
async function deleteUnreferencedRows(trx: Executor, experimentKeys: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('assets')
    .where('experiment_key', 'in', experimentKeys)
    .where('kept_for', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('artifact_versions')
            .select('artifact_versions.artifact_id')
            .whereRef('artifact_versions.artifact_version_id', '=', 'assets.kept_for'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('registry_versions')
            .select('registry_versions.registry_model_id')
            .whereRef('registry_versions.experiment_key', '=', 'assets.experiment_key')
            .whereRef('registry_versions.experiment_model_id', '=', 'assets.kept_for'),
        ),
      ),
    )
    .execute();
}

/**
 * Deletes the assets of experiments, except those that a version refers to. The transaction holds the locks of the
 * experiments.
 */
export async function deleteAssets(trx: Executor, experimentKeys: readonly string[]): Promise<void> {
  await retainReferenced(trx, experimentKeys);
  await trx.deleteFrom('assets').where('experiment_key', 'in', experimentKeys).where('kept_for', 'is', null).execute();
  await deleteUnreferencedRows(trx, experimentKeys);
}

/**
 * Deletes the retained assets that no version refers to any more. Call it after versions were deleted.
 *
 * @returns the content hashes that may now be unused.
 */
export async function deleteUnreferenced(trx: Executor, experimentKeys: Iterable<string>): Promise<string[]> {
  const released: string[] = [];
  for (const key of [...new Set(experimentKeys)].sort()) {
    await acquireAdvisoryLock(trx, key);
    const rows = await trx
      .selectFrom('assets')
      .select('sha256')
      .where('experiment_key', '=', key)
      .where('kept_for', 'is not', null)
      .execute();
    for (const { sha256 } of rows) if (sha256 !== null) released.push(sha256);
    await deleteUnreferencedRows(trx, [key]);
  }
  return released;
}
