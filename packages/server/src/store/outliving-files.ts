import { findExperiment } from './experiments.ts';
import type { Executor } from './store.ts';
import { takeTurn } from './turns.ts';

/*
 * The registry and the artifacts refer to files of experiments. Such files outlive the experiment: whoever deletes it takes no model
 * from those who use it. They go with the last version that refers to them.
 */

/** Deletes the assets of an experiment but those that a version refers to. The transaction holds the experiment. */
export async function deleteUnreferred(trx: Executor, experimentKey: string): Promise<void> {
  await trx
    .deleteFrom('assets')
    .where('experiment_key', '=', experimentKey)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('artifact_versions')
            .select('artifact_versions.artifact_id')
            .whereRef('artifact_versions.artifact_version_id', '=', 'assets.artifact_version_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('registry_versions')
            .select('registry_versions.registry_model_id')
            .where('registry_versions.experiment_key', '=', experimentKey)
            .whereRef('registry_versions.experiment_model_name', '=', 'assets.model_name'),
        ),
      ),
    )
    .execute();
}

/**
 * After versions were deleted: deletes what was kept for them alone of experiments that are gone. Gives the hashes that may now be
 * unused.
 */
export async function deleteOutlived(trx: Executor, experimentKeys: Iterable<string>): Promise<string[]> {
  const released: string[] = [];
  for (const key of [...new Set(experimentKeys)].sort()) {
    await takeTurn(trx, key);
    if ((await findExperiment(trx, key)) !== null) continue;
    const rows = await trx.selectFrom('assets').select('sha256').where('experiment_key', '=', key).execute();
    released.push(...rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256])));
    await deleteUnreferred(trx, key);
  }
  return released;
}
