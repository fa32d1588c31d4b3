import { type ArtifactVersion, fileFolder } from '@tracklens/core/contract';
import { badRequest, sdkErrorCode } from '../errors/service-error.ts';
import type { Executor } from '../store/database/executor.ts';
import { requireExperiment, requireExperimentInProject } from '../store/experiments/experiments.ts';
import { requireWorkspace } from '../store/experiments/projects.ts';
import { saveRemoteAsset } from '../store/files/asset-writes.ts';
import { aliasesOf } from '../store/registry/artifact-aliases.ts';
import { artifactVersionSizes, listArtifactFiles } from '../store/registry/artifact-files.ts';
import { listArtifactInputs, listArtifactOutputs, recordArtifactInput } from '../store/registry/artifact-lineage.ts';
import {
  chooseArtifactVersion,
  createArtifactVersion,
  listArtifactVersions,
  requireArtifactVersion,
  setArtifactVersionLabels,
  setArtifactVersionState,
  type VersionChoice,
} from '../store/registry/artifact-versions.ts';
import { findArtifact, listArtifacts, requireArtifact, updateArtifact } from '../store/registry/artifacts.ts';
import type { ArtifactRow, ArtifactVersionRow } from '../store/tables/artifact-tables.ts';
import { parseExactJson, storedTexts } from '../store/tables/exact-json.ts';
import { fileNameOfUrl, metadataText } from './asset-fields.ts';
import { createdId } from './created-id.ts';
import type { Handlers } from './handler.ts';
import { writeReply } from './handler.ts';

/** Decodes the name of an artifact: clients percent-encode it once more than the query string requires. */
function decodedName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

interface VersionQuery extends VersionChoice {
  readonly artifactId?: string | undefined;
  readonly workspace?: string | undefined;
  readonly artifactName?: string | undefined;
  /** Experiment of the client. Its workspace is the default when none is named. */
  readonly experimentKey?: string | undefined;
}

async function workspaceOf(db: Executor, experimentKey: string | undefined): Promise<string | undefined> {
  return experimentKey ? (await requireExperimentInProject(db, experimentKey)).workspace_name : undefined;
}

/**
 * Finds the artifact of a query. `Experiment.get_artifact` of the Python SDK takes what is before a slash in a name for
 * the workspace, unless the slash is percent-encoded.
 */
async function artifactOf(db: Executor, query: VersionQuery): Promise<ArtifactRow> {
  const { artifactId, workspace, experimentKey } = query;
  const artifactName = decodedName(query.artifactName);
  const workspaceName = workspace || (await workspaceOf(db, experimentKey));
  const sent = { artifactId, workspaceName, artifactName };
  let found = await findArtifact(db, sent);
  found ??= await findArtifact(db, { ...sent, artifactName: decodedName(artifactName) });
  if (found === null && workspace && artifactName && experimentKey) {
    const whole = { workspaceName: await workspaceOf(db, experimentKey), artifactName: `${workspace}/${artifactName}` };
    found = await findArtifact(db, whole);
  }
  return found ?? (await requireArtifact(db, sent));
}

/** Finds a version by its id, or by the name of its artifact and the criteria of the query. */
async function versionOf(
  db: Executor,
  versionId: string | undefined,
  query: VersionQuery,
): Promise<ArtifactVersionRow> {
  if (versionId) return await requireArtifactVersion(db, versionId);
  return await chooseArtifactVersion(db, await artifactOf(db, query), query);
}

const value = (json: string | null): unknown => (json === null ? null : parseExactJson(json));

/** Returns the fields shared by the list of artifacts and the details of one. */
function artifactHead(row: ArtifactRow) {
  return {
    artifactId: row.artifact_id,
    project: row.project_name,
    type: row.type,
    name: row.artifact_name,
    description: row.description,
    tags: storedTexts(row.tags),
    isPublic: row.is_public === 1,
    emoji: row.emoji,
  };
}

function versionRecord(row: ArtifactVersionRow, aliases: readonly string[], size: number): ArtifactVersion {
  return {
    artifactVersionId: row.artifact_version_id,
    version: row.version,
    owner: row.owner,
    metadata: value(row.metadata),
    createdFrom: { experimentKey: row.experiment_key },
    sizeInBytes: size,
    state: row.state,
    added: row.created_at,
    alias: [...aliases],
    tags: storedTexts(row.tags),
  };
}

/** Handlers of the `artifacts` endpoints. */
export const artifacts: Handlers<'artifacts'> = {
  list: async ({ query }, { store: { db } }) => {
    await requireWorkspace(db, query.workspace);
    const rows = await listArtifacts(db, query.workspace, query.type);
    const entries = rows.map(async (row) => {
      const versions = await listArtifactVersions(db, row.artifact_id);
      const sizes = await artifactVersionSizes(db, versions);
      return {
        ...artifactHead(row),
        versionsCount: versions.length,
        sizeInBytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
      };
    });
    return { artifacts: await Promise.all(entries) };
  },
  get: async ({ query }, { store: { db } }) => {
    const row = await requireArtifact(db, {
      artifactId: query.artifact_id,
      workspaceName: query.workspace,
      artifactName: decodedName(query.artifactName),
    });
    const versions = await listArtifactVersions(db, row.artifact_id);
    const aliases = await aliasesOf(db, row.artifact_id);
    const sizes = await artifactVersionSizes(db, versions);
    const sizeOf = (version: ArtifactVersionRow) => sizes.get(version.artifact_version_id) ?? 0;
    return {
      ...artifactHead(row),
      latestVersion: (versions.findLast(({ state }) => state === 'CLOSED') ?? versions.at(-1))?.version ?? '',
      sizeInBytes: versions.reduce((sum, version) => sum + sizeOf(version), 0),
      versions: versions.map((version) =>
        versionRecord(version, aliases.get(version.artifact_version_id) ?? [], sizeOf(version)),
      ),
    };
  },
  files: async ({ query }, { store: { db } }) => {
    const versionId = query.artifactVersionId || query.versionId;
    const artifactId = query.artifact_id || query.artifactId;
    const version = await versionOf(db, versionId, { ...query, artifactId });
    const files = await listArtifactFiles(db, version);
    return {
      files: files.map((file) => ({
        artifactId: version.artifact_id,
        artifactVersionId: version.artifact_version_id,
        assetId: file.asset_id,
        fileName: file.file_name,
        fileSize: file.file_size,
        link: file.remote_link,
        remote: file.remote_link !== null,
        dir: fileFolder(file.file_name) || null,
        type: file.type === 'asset' ? 'unknown' : file.type,
        metadata: file.metadata,
      })),
    };
  },
  lineage: async ({ query: { experimentKey, filter } }, { store: { db } }) => {
    await requireExperiment(db, experimentKey);
    const inputs = filter === 'output' ? [] : await listArtifactInputs(db, experimentKey);
    const outputs = filter === 'input' ? [] : await listArtifactOutputs(db, experimentKey);
    return { artifacts: [...inputs, ...outputs] };
  },
  version: async ({ query }, { store, now }) => {
    const { db } = store;
    const version = await versionOf(db, query.versionId, query);
    if (query.consumerExperimentKey && version.state !== 'CLOSED') {
      const reason = version.state === 'ERROR' ? 'failed while it was logged' : 'is still being logged';
      throw badRequest(
        `Version ${version.version} of the artifact ${reason}: name another one`,
        sdkErrorCode.artifactVersionNotFinal,
      );
    }
    if (query.consumerExperimentKey) await recordArtifactInput(store, query.consumerExperimentKey, version, now());
    const artifact = await requireArtifact(db, { artifactId: version.artifact_id });
    const aliases = await aliasesOf(db, artifact.artifact_id);
    const sizes = await artifactVersionSizes(db, [version]);
    return {
      artifact: {
        artifactId: artifact.artifact_id,
        artifactName: artifact.artifact_name,
        artifactType: artifact.type,
        tags: storedTexts(artifact.tags),
        workspaceName: artifact.workspace_name,
      },
      artifactVersion: version.version,
      artifactVersionId: version.artifact_version_id,
      alias: aliases.get(version.artifact_version_id) ?? [],
      tags: storedTexts(version.tags),
      metadata: version.metadata,
      sizeInBytes: sizes.get(version.artifact_version_id) ?? 0,
      experimentKey: version.experiment_key,
    };
  },
  upsert: async ({ body, headers }, { store, session, now }) => {
    if (!body.experimentKey) throw badRequest('An artifact is logged from an experiment: give its experimentKey');
    const experiment = await requireExperimentInProject(store.db, body.experimentKey);
    const { version, previous } = await createArtifactVersion(
      store,
      {
        id: createdId(headers, body),
        workspaceName: experiment.workspace_name,
        projectName: experiment.project_name,
        artifactName: body.artifactName,
        type: body.artifactType ?? 'dataset',
        experimentKey: body.experimentKey,
        owner: session.userName,
        metadata: metadataText(body.versionMetadata),
        version: body.version ?? null,
        aliases: body.alias ?? [],
        tags: body.versionTags ?? [],
      },
      now(),
    );
    return {
      artifactId: version.artifact_id,
      artifactVersionId: version.artifact_version_id,
      currentVersion: version.version,
      previousVersion: previous,
    };
  },
  setState: async ({ body }, { store }) => {
    await setArtifactVersionState(store, body.artifactVersionId, body.state);
    return writeReply();
  },
  setDetails: async ({ body }, { store }) => {
    await updateArtifact(store, body.artifactId, {
      tags: body.tags ?? undefined,
      description: body.description ?? undefined,
      isPublic: body.isPublic ?? undefined,
    });
    return writeReply();
  },
  setVersionLabels: async ({ body }, { store }) => {
    await setArtifactVersionLabels(store, body.artifactVersionId, {
      aliases: body.alias ?? undefined,
      tags: body.versionTags ?? undefined,
    });
    return writeReply();
  },
  addRemoteFiles: async ({ query, body }, { store, now }) => {
    await requireExperiment(store.db, query.experimentKey);
    for (const file of body.remoteArtifactAssetRequests) {
      const version = await requireArtifactVersion(store.db, file.artifactVersionId);
      await saveRemoteAsset(
        store,
        {
          experimentKey: version.experiment_key,
          assetId: file.assetId ?? undefined,
          fileName: file.fileName || fileNameOfUrl(file.link) || file.link,
          type: file.type ?? undefined,
          step: file.step,
          context: file.context,
          metadata: metadataText(file.metadata),
          artifactVersionId: file.artifactVersionId,
        },
        file.link,
        now(),
      );
    }
    return writeReply();
  },
};
