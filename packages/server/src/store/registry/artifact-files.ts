import type { Executor } from '../database/executor.ts';
import type { ArtifactVersionRow } from '../tables/artifact-tables.ts';

/** Returns the files of a version. */
export async function listArtifactFiles(db: Executor, version: ArtifactVersionRow) {
  return await db
    .selectFrom('assets')
    .selectAll()
    .where('experiment_key', '=', version.experiment_key)
    .where('artifact_version_id', '=', version.artifact_version_id)
    .orderBy('file_name')
    .execute();
}

/** Returns the size of each given version in bytes, by version id. */
export async function artifactVersionSizes(
  db: Executor,
  versions: readonly ArtifactVersionRow[],
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  if (versions.length === 0) return sizes;
  const rows = await db
    .selectFrom('assets')
    .select(['artifact_version_id', (eb) => eb.fn.sum<number>('file_size').as('size')])
    .where('experiment_key', 'in', [...new Set(versions.map((row) => row.experiment_key))])
    .where(
      'artifact_version_id',
      'in',
      versions.map((row) => row.artifact_version_id),
    )
    .groupBy('artifact_version_id')
    .execute();
  for (const row of rows) sizes.set(row.artifact_version_id!, Number(row.size));
  return sizes;
}
