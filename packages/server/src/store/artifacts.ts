import type { Selectable } from 'kysely';
import { badRequest, notFound, sdkErrorCode } from '../errors/service-error.ts';
import { acquireAdvisoryLock } from './advisory-lock.ts';
import type { ArtifactTables } from './artifact-tables.ts';
import { releaseContents } from './contents.ts';
import { deleting } from './deletion.ts';
import type { Executor } from './executor.ts';
import { lockExperiment } from './experiment-lock.ts';
import { newId } from './new-id.ts';
import { deleteUnreferenced } from './retained-files.ts';
import { compareVersions, parseVersion } from './semantic-version.ts';
import type { Store } from './store.ts';

/** Row of `artifacts`. */
export type ArtifactRow = Selectable<ArtifactTables['artifacts']>;
/** Row of `artifact_versions`. */
export type ArtifactVersionRow = Selectable<ArtifactTables['artifact_versions']>;

/** Alias of the highest closed version. */
const latestAlias = 'Latest';

/** Returns whether a name is that alias in any case. Clients also request and log it as `latest`. */
const isLatest = (name: string) => name.toLowerCase() === latestAlias.toLowerCase();

/** Parses a list that is stored as JSON text. */
export function listOf(text: string): string[] {
  return JSON.parse(text) as string[];
}

/** Reference to an artifact, by its id or by its workspace and name. */
export interface ArtifactReference {
  readonly artifactId?: string | undefined;
  readonly workspaceName?: string | undefined;
  readonly artifactName?: string | undefined;
}

/** Returns the artifact, or null. */
export async function findArtifact(db: Executor, reference: ArtifactReference): Promise<ArtifactRow | null> {
  const all = db.selectFrom('artifacts').selectAll();
  const { artifactId, workspaceName, artifactName } = reference;
  if (!artifactId && !(workspaceName && artifactName)) {
    throw badRequest('Name an artifact by artifact_id, or by workspace and artifactName');
  }
  const row = await (artifactId
    ? all.where('artifact_id', '=', artifactId)
    : all.where('workspace_name', '=', workspaceName!).where('artifact_name', '=', artifactName!)
  ).executeTakeFirst();
  return row ?? null;
}

/** Returns the artifact; throws 404 with the SDK's error code if it does not exist. */
export async function requireArtifact(db: Executor, reference: ArtifactReference): Promise<ArtifactRow> {
  const row = await findArtifact(db, reference);
  if (row === null) {
    const { artifactId, workspaceName, artifactName } = reference;
    throw notFound(
      `There is no artifact ${artifactId || `${workspaceName}/${artifactName}`}`,
      sdkErrorCode.noSuchArtifact,
    );
  }
  return row;
}

/** Returns the artifacts of a workspace, ordered by name. */
export async function listArtifacts(db: Executor, workspaceName: string, type?: string): Promise<ArtifactRow[]> {
  const rows = db.selectFrom('artifacts').selectAll().where('workspace_name', '=', workspaceName);
  return await (type ? rows.where('type', '=', type) : rows).orderBy('artifact_name').execute();
}

/** Returns the versions of an artifact, lowest first. */
export async function listArtifactVersions(db: Executor, artifactId: string): Promise<ArtifactVersionRow[]> {
  const rows = await db.selectFrom('artifact_versions').selectAll().where('artifact_id', '=', artifactId).execute();
  return rows.sort((a, b) => compareVersions(a.version, b.version));
}

/** Returns a version by its id, or null. */
export async function findArtifactVersion(db: Executor, artifactVersionId: string): Promise<ArtifactVersionRow | null> {
  const row = await db
    .selectFrom('artifact_versions')
    .selectAll()
    .where('artifact_version_id', '=', artifactVersionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a version by its id; throws 404 if it does not exist. */
export async function requireArtifactVersion(db: Executor, artifactVersionId: string): Promise<ArtifactVersionRow> {
  const row = await findArtifactVersion(db, artifactVersionId);
  if (row === null) {
    throw notFound(`There is no artifact version ${artifactVersionId}`, sdkErrorCode.noSuchArtifactVersion);
  }
  return row;
}

/**
 * Selection of one version of an artifact. Default: the highest closed version, or the highest version if none is
 * closed.
 */
export interface VersionChoice {
  readonly version?: string | undefined;
  readonly alias?: string | undefined;
  readonly versionOrAlias?: string | undefined;
}

/** Returns the selected version; throws 404 if there is none. */
export async function chooseArtifactVersion(
  db: Executor,
  artifact: ArtifactRow,
  choice: VersionChoice,
): Promise<ArtifactVersionRow> {
  const versions = await listArtifactVersions(db, artifact.artifact_id);
  const aliases = await aliasesOf(db, artifact.artifact_id);
  const named = (name: string) => versions.find((row) => row.version === name);
  const withAlias = (name: string) => versions.find((row) => aliases.get(row.artifact_version_id)?.includes(name));
  const aliased = (name: string) => (isLatest(name) ? withAlias(latestAlias) : undefined) ?? withAlias(name);
  const { version, alias, versionOrAlias } = choice;
  const select = () => {
    if (version) return named(version);
    if (alias) return aliased(alias);
    if (versionOrAlias) return named(versionOrAlias) ?? aliased(versionOrAlias);
    return versions.findLast((row) => row.state === 'CLOSED') ?? versions.at(-1);
  };
  const chosen = select();
  if (chosen === undefined) {
    const wanted = version || alias || versionOrAlias;
    throw notFound(
      `The artifact ${artifact.artifact_name} has no version${wanted ? ` ${wanted}` : ''}`,
      sdkErrorCode.noSuchArtifactVersion,
    );
  }
  return chosen;
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

async function assignAliases(db: Executor, version: ArtifactVersionRow, aliases: readonly string[]): Promise<void> {
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

/** Input of `createArtifactVersion`. */
export interface NewArtifactVersion {
  readonly workspaceName: string;
  readonly projectName: string;
  readonly artifactName: string;
  readonly type: string;
  readonly experimentKey: string;
  readonly owner: string;
  /** JSON text. */
  readonly metadata: string | null;
  /** Null: the next version after the highest one. */
  readonly version: string | null;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
}

/** Returns the version after the highest one: the next major version, as the SDK's clients expect. */
function nextVersion(previous: string | undefined): string {
  if (previous === undefined) return '1.0.0';
  const parsed = parseVersion(previous);
  return parsed === null ? '1.0.0' : `${parsed.major + 1}.0.0`;
}

/** Name of the advisory lock that serializes the changes to the artifacts of a workspace and their deletion. */
const lockKeyOf = (workspaceName: string) => `artifacts of ${workspaceName}`;

/**
 * Creates an open version of an artifact, and the artifact if it does not exist; throws 404 if the experiment does
 * not exist.
 */
export async function createArtifactVersion(
  { db }: Store,
  wanted: NewArtifactVersion,
  now: number,
): Promise<{ version: ArtifactVersionRow; previous: string | null }> {
  if (wanted.artifactName.trim() === '') throw badRequest('An artifact needs a name');
  return await db.transaction().execute(async (trx) => {
    await acquireAdvisoryLock(trx, lockKeyOf(wanted.workspaceName));
    await lockExperiment(trx, wanted.experimentKey);
    await trx
      .insertInto('artifacts')
      .values({
        artifact_id: newId(),
        workspace_name: wanted.workspaceName,
        project_name: wanted.projectName,
        artifact_name: wanted.artifactName,
        type: wanted.type,
        description: null,
        tags: '[]',
        is_public: 0,
        emoji: null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['workspace_name', 'artifact_name']).doNothing())
      .execute();
    const artifact = await requireArtifact(trx, wanted);
    const versions = await listArtifactVersions(trx, artifact.artifact_id);
    const previous = versions.at(-1)?.version;
    const number = wanted.version ?? nextVersion(previous);
    if (parseVersion(number) === null) {
      throw badRequest(`${number} is not a version; use three numbers, as in 1.0.0`, sdkErrorCode.badVersion);
    }
    if (versions.some((row) => row.version === number)) {
      throw badRequest(
        `The artifact ${wanted.artifactName} already has a version ${number}`,
        sdkErrorCode.artifactVersionExists,
      );
    }
    const version: ArtifactVersionRow = {
      artifact_version_id: newId(),
      artifact_id: artifact.artifact_id,
      version: number,
      experiment_key: wanted.experimentKey,
      owner: wanted.owner,
      metadata: wanted.metadata,
      state: 'OPEN',
      tags: JSON.stringify(wanted.tags),
      created_at: now,
    };
    await trx.insertInto('artifact_versions').values(version).execute();
    await assignAliases(trx, version, wanted.aliases);
    return { version, previous: previous ?? null };
  });
}

/**
 * Changes a version in a transaction that holds the lock on its workspace's artifacts; throws 404 if the version does
 * not exist.
 */
export async function changeArtifactVersion(
  { db }: Store,
  artifactVersionId: string,
  change: (trx: Executor, version: ArtifactVersionRow) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { artifact_id: artifactId } = await requireArtifactVersion(trx, artifactVersionId);
    await acquireAdvisoryLock(trx, lockKeyOf((await requireArtifact(trx, { artifactId })).workspace_name));
    await change(trx, await requireArtifactVersion(trx, artifactVersionId));
  });
}

/**
 * Returns whether no closed version of the artifact is higher. Uploads run in parallel, so versions close in any
 * order.
 */
async function isHighestClosed(db: Executor, version: ArtifactVersionRow): Promise<boolean> {
  const versions = await listArtifactVersions(db, version.artifact_id);
  return !versions.some((row) => row.state === 'CLOSED' && compareVersions(row.version, version.version) > 0);
}

/** Sets the state of a version. Closing a version makes it the latest, unless a higher one is already closed. */
export async function setArtifactVersionState(
  store: Store,
  artifactVersionId: string,
  state: ArtifactVersionRow['state'],
): Promise<void> {
  await changeArtifactVersion(store, artifactVersionId, async (trx, version) => {
    await trx
      .updateTable('artifact_versions')
      .set({ state })
      .where('artifact_version_id', '=', artifactVersionId)
      .execute();
    if (state === 'CLOSED' && (await isHighestClosed(trx, version))) await assignAliases(trx, version, [latestAlias]);
  });
}

/** Replaces the given labels of a version. New aliases replace all previous ones, including `Latest`. */
export async function setArtifactVersionLabels(
  store: Store,
  artifactVersionId: string,
  labels: { aliases?: readonly string[]; tags?: readonly string[] },
): Promise<void> {
  await changeArtifactVersion(store, artifactVersionId, async (trx, version) => {
    if (labels.aliases !== undefined) {
      await trx.deleteFrom('artifact_aliases').where('artifact_version_id', '=', artifactVersionId).execute();
      await assignAliases(trx, version, labels.aliases);
    }
    if (labels.tags !== undefined) {
      await trx
        .updateTable('artifact_versions')
        .set({ tags: JSON.stringify(labels.tags) })
        .where('artifact_version_id', '=', artifactVersionId)
        .execute();
    }
  });
}

/** Deletes the artifacts of a workspace with their versions. */
export async function deleteArtifacts(store: Store, workspaceName: string): Promise<void> {
  const contents = await deleting(store, async (trx) => {
    await acquireAdvisoryLock(trx, lockKeyOf(workspaceName));
    const ids = trx.selectFrom('artifacts').select('artifact_id').where('workspace_name', '=', workspaceName);
    const versions = await trx
      .selectFrom('artifact_versions')
      .select('experiment_key')
      .where('artifact_id', 'in', ids)
      .execute();
    await trx.deleteFrom('artifact_aliases').where('artifact_id', 'in', ids).execute();
    await trx.deleteFrom('artifact_inputs').where('artifact_id', 'in', ids).execute();
    await trx.deleteFrom('artifact_versions').where('artifact_id', 'in', ids).execute();
    await trx.deleteFrom('artifacts').where('workspace_name', '=', workspaceName).execute();
    return await deleteUnreferenced(
      trx,
      versions.map((row) => row.experiment_key),
    );
  });
  await releaseContents(store, contents);
}

/** Updates the given fields of an artifact. */
export async function updateArtifact(
  { db }: Store,
  artifactId: string,
  changes: { tags?: readonly string[]; description?: string; isPublic?: boolean },
): Promise<void> {
  await requireArtifact(db, { artifactId });
  const columns = {
    ...(changes.tags === undefined ? {} : { tags: JSON.stringify(changes.tags) }),
    ...(changes.description === undefined ? {} : { description: changes.description }),
    ...(changes.isPublic === undefined ? {} : { is_public: changes.isPublic ? 1 : 0 }),
  };
  if (Object.keys(columns).length === 0) return;
  await db.updateTable('artifacts').set(columns).where('artifact_id', '=', artifactId).execute();
}

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
