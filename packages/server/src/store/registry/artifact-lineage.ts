import type { ArtifactUse } from '@tracklens/core/contract';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { lockExperiment } from '../experiments/experiment-lock.ts';
import type { ArtifactVersionRow } from '../tables/artifact-tables.ts';
import { changeArtifactVersion } from './artifact-versions.ts';

/**
 * Records that an experiment used a version of an artifact; throws 404 if the experiment does not exist. Only the first
 * use is stored.
 */
export async function recordArtifactInput(
  store: Store,
  experimentKey: string,
  { artifact_version_id, artifact_id }: ArtifactVersionRow,
  now: number,
): Promise<void> {
  const row = { experiment_key: experimentKey, artifact_version_id, artifact_id, used_at: now };
  // The processes of a run use the same versions: those that are stored need no lock.
  const stored = await store.db
    .selectFrom('artifact_inputs')
    .select('used_at')
    .where('experiment_key', '=', experimentKey)
    .where('artifact_version_id', '=', artifact_version_id)
    .executeTakeFirst();
  if (stored !== undefined) return;
  await changeArtifactVersion(store, artifact_version_id, async (trx) => {
    await lockExperiment(trx, experimentKey);
    await trx
      .insertInto('artifact_inputs')
      .values(row)
      .onConflict((conflict) => conflict.columns(['experiment_key', 'artifact_version_id']).doNothing())
      .execute();
  });
}

const useColumns = [
  'artifacts.workspace_name as workspaceName',
  'artifacts.artifact_id as artifactId',
  'artifacts.artifact_name as artifactName',
  'artifacts.type as artifactType',
  'artifact_versions.artifact_version_id as artifactVersionId',
  'artifact_versions.version as version',
  'artifact_versions.experiment_key as experimentKey',
] as const;

/** Returns the artifact versions that an experiment used, the earliest first. */
export async function listArtifactInputs(db: Executor, experimentKey: string): Promise<ArtifactUse[]> {
  const rows = await db
    .selectFrom('artifact_inputs')
    .innerJoin('artifact_versions', 'artifact_versions.artifact_version_id', 'artifact_inputs.artifact_version_id')
    .innerJoin('artifacts', 'artifacts.artifact_id', 'artifact_versions.artifact_id')
    .select([...useColumns, 'artifact_inputs.used_at as timestamp'])
    .where('artifact_inputs.experiment_key', '=', experimentKey)
    .orderBy('artifact_inputs.used_at')
    .orderBy('artifact_versions.artifact_version_id')
    .execute();
  return rows.map((row) => ({ direction: 'input', ...row }));
}

/** Returns the artifact versions that an experiment logged, the earliest first. */
export async function listArtifactOutputs(db: Executor, experimentKey: string): Promise<ArtifactUse[]> {
  const rows = await db
    .selectFrom('artifact_versions')
    .innerJoin('artifacts', 'artifacts.artifact_id', 'artifact_versions.artifact_id')
    .select([...useColumns, 'artifact_versions.created_at as timestamp'])
    .where('artifact_versions.experiment_key', '=', experimentKey)
    .orderBy('artifact_versions.created_at')
    .orderBy('artifact_versions.artifact_version_id')
    .execute();
  return rows.map((row) => ({ direction: 'output', ...row }));
}
