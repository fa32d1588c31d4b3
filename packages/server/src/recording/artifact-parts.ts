import { contract } from '@tracklens/core/contract';
import { aliasesOf } from '../store/registry/artifact-aliases.ts';
import type { ArtifactRow, ArtifactVersionRow } from '../store/tables/artifact-tables.ts';
import { storedTexts } from '../store/tables/exact-json.ts';
import { getRequest, jsonRequest, type RecordedPart } from './recorded-part.ts';
import { type RecordedProject, rowsOfExperiments, rowsOfKeys } from './recorded-project.ts';

const { artifacts } = contract;

/** Artifacts that the recorded experiments logged. */
export interface RecordedArtifacts {
  /** Oldest first. */
  readonly versions: readonly ArtifactVersionRow[];
  readonly artifacts: ReadonlyMap<string, ArtifactRow>;
}

/** Returns the artifact versions that the recorded experiments logged. */
export async function recordedArtifacts(source: RecordedProject): Promise<RecordedArtifacts> {
  const versions = await rowsOfExperiments(source, (keys) =>
    source.db.selectFrom('artifact_versions').selectAll().where('experiment_key', 'in', keys).execute(),
  );
  versions.sort((a, b) => a.created_at - b.created_at || (a.artifact_version_id < b.artifact_version_id ? -1 : 1));
  const rows = await rowsOfKeys(new Set(versions.map((row) => row.artifact_id)), (ids) =>
    source.db.selectFrom('artifacts').selectAll().where('artifact_id', 'in', ids).execute(),
  );
  return { versions, artifacts: new Map(rows.map((row) => [row.artifact_id, row])) };
}

const ofArtifact = ({ artifact_name }: ArtifactRow) => `artifact ${artifact_name}`;

/** Yields the requests that create the versions, open for their files. */
export function* artifactStart(recorded: RecordedArtifacts): Generator<RecordedPart> {
  for (const version of recorded.versions) {
    const artifact = recorded.artifacts.get(version.artifact_id)!;
    const ids = { artifactId: version.artifact_id, artifactVersionId: version.artifact_version_id };
    yield {
      of: ofArtifact(artifact),
      request: () => ({
        ...jsonRequest(artifacts.upsert, version.created_at, {
          artifactName: artifact.artifact_name,
          artifactType: artifact.type,
          experimentKey: version.experiment_key,
          versionMetadata: version.metadata,
          version: version.version,
          versionTags: storedTexts(version.tags),
        }),
        answer: JSON.stringify({ ...ids, currentVersion: version.version, previousVersion: null }),
      }),
    };
  }
}

/** Yields the requests that close the versions, set their labels, and record which experiments used them. */
export async function* artifactEnd(source: RecordedProject, recorded: RecordedArtifacts): AsyncGenerator<RecordedPart> {
  for (const { artifact_version_id: artifactVersionId, artifact_id, state, created_at } of recorded.versions) {
    if (state === 'OPEN') continue;
    const of = ofArtifact(recorded.artifacts.get(artifact_id)!);
    yield { of, request: () => jsonRequest(artifacts.setState, created_at, { artifactVersionId, state }) };
  }
  for (const artifact of recorded.artifacts.values()) {
    const of = ofArtifact(artifact);
    const aliases = await aliasesOf(source.db, artifact.artifact_id);
    for (const version of recorded.versions.filter((row) => row.artifact_id === artifact.artifact_id)) {
      const { artifact_version_id: artifactVersionId, created_at } = version;
      const labels = { artifactVersionId, alias: aliases.get(artifactVersionId) ?? [] };
      yield { of, request: () => jsonRequest(artifacts.setVersionLabels, created_at, labels) };
    }
    const details = {
      artifactId: artifact.artifact_id,
      tags: storedTexts(artifact.tags),
      description: artifact.description,
      isPublic: artifact.is_public === 1,
    };
    yield { of, request: () => jsonRequest(artifacts.setDetails, artifact.created_at, details) };
  }
  yield* inputParts(source, recorded);
}

async function* inputParts(source: RecordedProject, recorded: RecordedArtifacts): AsyncGenerator<RecordedPart> {
  const inputs = await rowsOfExperiments(source, (keys) =>
    source.db
      .selectFrom('artifact_inputs')
      .selectAll()
      .where('experiment_key', 'in', keys)
      .orderBy('used_at')
      .orderBy('artifact_version_id')
      .execute(),
  );
  const closed = new Map(
    recorded.versions.filter(({ state }) => state === 'CLOSED').map((row) => [row.artifact_version_id, row]),
  );
  const outside = inputs.filter((row) => !closed.has(row.artifact_version_id)).length;
  if (outside > 0) {
    source.leftOut(`${outside} ${outside === 1 ? 'use' : 'uses'} of artifact versions that other experiments logged`);
  }
  for (const input of inputs) {
    const version = closed.get(input.artifact_version_id);
    if (version === undefined) continue;
    yield {
      of: ofArtifact(recorded.artifacts.get(version.artifact_id)!),
      request: () =>
        getRequest(artifacts.version, input.used_at, {
          versionId: input.artifact_version_id,
          consumerExperimentKey: input.experiment_key,
        }),
    };
  }
}
