import { badRequest, notFound, sdkErrorCode } from '../../errors/service-error.ts';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import type { ArtifactRow } from '../tables/artifact-tables.ts';

/** Returns the name of the advisory lock that serializes changing and deleting the artifacts of a workspace. */
export function artifactsLockKey(workspaceName: string): string {
  return `artifacts of ${workspaceName}`;
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

/** Updates the given fields of an artifact. */
export async function updateArtifact(
  { db }: Store,
  artifactId: string,
  changes: {
    readonly tags?: readonly string[] | undefined;
    readonly description?: string | undefined;
    readonly isPublic?: boolean | undefined;
  },
): Promise<void> {
  await requireArtifact(db, { artifactId });
  const columns = {
    tags: changes.tags && JSON.stringify(changes.tags),
    description: changes.description,
    is_public: changes.isPublic === undefined ? undefined : Number(changes.isPublic),
  };
  if (Object.values(columns).every((value) => value === undefined)) return;
  await db.updateTable('artifacts').set(columns).where('artifact_id', '=', artifactId).execute();
}
