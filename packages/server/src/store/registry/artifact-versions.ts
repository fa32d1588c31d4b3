import { badRequest, notFound, sdkErrorCode } from '../../errors/service-error.ts';
import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import type { Executor } from '../database/executor.ts';
import { newId } from '../database/new-id.ts';
import type { Store } from '../database/store.ts';
import { lockExperiment } from '../experiments/experiment-lock.ts';
import type { ArtifactRow, ArtifactVersionRow } from '../tables/artifact-tables.ts';
import { aliasesOf, assignAliases, isLatest, latestAlias } from './artifact-aliases.ts';
import { artifactsLockKey, requireArtifact } from './artifacts.ts';
import { compareVersions, parseVersion } from './semantic-version.ts';

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

/** Input of `createArtifactVersion`. */
export interface NewArtifactVersion {
  /** Id of the version. If there is one with this id, its request was sent before. */
  readonly id: string;
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

/**
 * Creates an open version of an artifact, and the artifact if it does not exist; throws 404 if the experiment does
 * not exist. Returns the version if its request was sent before.
 */
export async function createArtifactVersion(
  { db }: Store,
  wanted: NewArtifactVersion,
  now: number,
): Promise<{ version: ArtifactVersionRow; previous: string | null }> {
  if (wanted.artifactName.trim() === '') throw badRequest('An artifact needs a name');
  return await db.transaction().execute(async (trx) => {
    await acquireAdvisoryLock(trx, artifactsLockKey(wanted.workspaceName));
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
    const repeated = versions.findIndex((row) => row.artifact_version_id === wanted.id);
    if (repeated >= 0) return { version: versions[repeated]!, previous: versions[repeated - 1]?.version ?? null };
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
      artifact_version_id: wanted.id,
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
    await acquireAdvisoryLock(trx, artifactsLockKey((await requireArtifact(trx, { artifactId })).workspace_name));
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
  labels: { readonly aliases?: readonly string[] | undefined; readonly tags?: readonly string[] | undefined },
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
