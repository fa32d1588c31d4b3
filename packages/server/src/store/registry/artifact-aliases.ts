import type { Executor } from '../database/executor.ts';
import type { ArtifactVersionRow } from '../tables/artifact-tables.ts';

/** Alias of the highest closed version. */
export const latestAlias = 'Latest';

/** Returns whether a name is that alias in any case. Clients also request and log it as `latest`. */
export function isLatest(name: string): boolean {
  return name.toLowerCase() === latestAlias.toLowerCase();
}

/** Returns the aliases of an artifact by version id. */
export async function aliasesOf(db: Executor, artifactId: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('artifact_aliases')
    .selectAll()
    .where('artifact_id', '=', artifactId)
    .orderBy('alias')
    .execute();
  const found = new Map<string, string[]>();
  for (const { artifact_version_id, alias } of rows) {
    found.set(artifact_version_id, [...(found.get(artifact_version_id) ?? []), alias]);
  }
  return found;
}

/** Assigns aliases to a version, each of which is taken from the version that has it. */
export async function assignAliases(
  db: Executor,
  version: ArtifactVersionRow,
  aliases: readonly string[],
): Promise<void> {
  for (const alias of new Set(aliases)) {
    await db
      .insertInto('artifact_aliases')
      .values({ artifact_id: version.artifact_id, alias, artifact_version_id: version.artifact_version_id })
      .onConflict((conflict) =>
        conflict.columns(['artifact_id', 'alias']).doUpdateSet({ artifact_version_id: version.artifact_version_id }),
      )
      .execute();
  }
}
