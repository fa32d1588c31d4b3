import * as v from 'valibot';
import { clientlibRest, read, rest, write, writeByGet } from './endpoint.ts';
import { parsedJson } from './records/fields.ts';
import { ArtifactDetails, ArtifactFile, ArtifactListEntry, WriteReply } from './records/index.ts';

const text = v.optional(v.string());
const maybeText = v.nullish(v.string());
const texts = v.nullish(v.array(v.string()));

const id = v.string();

const ArtifactUse = v.object({
  /** `input` for a version that the experiment used, `output` for one that it logged. */
  direction: v.picklist(['input', 'output']),
  /** Workspace of the artifact. */
  workspaceName: id,
  /** Id of the artifact. */
  artifactId: id,
  /** Name of the artifact, unique in the workspace. */
  artifactName: id,
  /** Type, for example `dataset`. */
  artifactType: id,
  /** Id of the version. */
  artifactVersionId: id,
  /** Semantic version. */
  version: id,
  /** Experiment that logged the version. */
  experimentKey: id,
  /** Time when the experiment logged or first used the version, in milliseconds since 1970. */
  timestamp: v.number(),
});

/** Version of an artifact that an experiment logged or used. @interface */
export type ArtifactUse = v.InferOutput<typeof ArtifactUse>;

/** Endpoints of artifacts: versioned collections of files. Names are percent-encoded twice. */
export const artifacts = {
  /** The artifacts of a workspace, all or of one type. */
  list: read(rest('artifacts/get-all'), {
    query: { workspace: v.string(), type: text },
    response: v.object({ artifacts: v.nullish(v.array(ArtifactListEntry), () => []) }),
    cached: true,
    reads: ['artifacts', 'assets'],
  }),
  /** One artifact with its versions. */
  get: read(rest('artifacts/get'), {
    query: { workspace: text, artifactName: text, artifact_id: text },
    response: ArtifactDetails,
    cached: true,
    reads: ['artifacts', 'assets'],
  }),
  /** The files of one version. */
  files: read(rest('artifacts/version/files'), {
    query: {
      workspace: text,
      artifactName: text,
      artifact_id: text,
      /** Field name of the Java client, like `version`. */
      artifactId: text,
      artifactVersionId: text,
      versionId: text,
      version: text,
      alias: text,
    },
    response: v.object({ files: v.nullish(v.array(ArtifactFile), () => []) }),
    cached: true,
    reads: ['artifacts', 'assets'],
  }),
  /** The versions that an experiment logged and used. Other services may describe them in another form. */
  lineage: read(rest('get/artifacts'), {
    query: { experimentKey: id, filter: v.optional(v.picklist(['all', 'input', 'output'])) },
    response: v.object({ artifacts: v.array(ArtifactUse) }),
    reads: ['artifacts', 'experiments'],
  }),
  /**
   * One version, by ids, by version or by alias. With `consumerExperimentKey` it is recorded as an input of that
   * experiment.
   */
  version: writeByGet(rest('artifacts/version'), {
    query: {
      artifactId: text,
      versionId: text,
      artifactName: text,
      workspace: text,
      project: text,
      version: text,
      alias: text,
      versionOrAlias: text,
      experimentKey: text,
      consumerExperimentKey: text,
    },
    response: v.object({
      artifact: v.object({
        artifactId: v.string(),
        artifactName: v.string(),
        artifactType: v.string(),
        tags: v.array(v.string()),
        workspaceName: v.string(),
      }),
      artifactVersion: v.string(),
      artifactVersionId: v.string(),
      alias: v.array(v.string()),
      tags: v.array(v.string()),
      metadata: parsedJson,
      sizeInBytes: v.number(),
      experimentKey: v.nullish(v.string(), null),
    }),
    repeatable: true,
    invalidates: ['artifacts'],
  }),
  /** Creates an artifact or its next version, open for files. */
  upsert: write(rest('write/artifacts/upsert'), {
    body: v.object({
      artifactName: v.string(),
      artifactType: v.nullish(v.string()),
      experimentKey: v.nullish(v.string()),
      versionMetadata: v.nullish(v.unknown()),
      version: maybeText,
      alias: texts,
      versionTags: texts,
    }),
    response: v.object({
      artifactId: v.string(),
      artifactVersionId: v.string(),
      currentVersion: v.string(),
      previousVersion: v.nullable(v.string()),
    }),
    invalidates: ['artifacts'],
  }),
  /** Closes a version: the highest closed one is the latest. */
  setState: write(rest('write/artifacts/state'), {
    body: v.object({
      artifactVersionId: v.string(),
      experimentKey: maybeText,
      state: v.picklist(['OPEN', 'CLOSED', 'ERROR']),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['artifacts'],
  }),
  /** Sets tags of an artifact. */
  setDetails: write(rest('write/artifacts/details'), {
    body: v.object({ artifactId: v.string(), tags: texts, description: maybeText, isPublic: v.nullish(v.boolean()) }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['artifacts'],
  }),
  /** Replaces aliases and tags of a version. */
  setVersionLabels: write(rest('write/artifacts/version/labels'), {
    body: v.object({ artifactVersionId: v.string(), alias: texts, versionTags: texts }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['artifacts'],
  }),
  /** Adds files that are stored elsewhere to a version. */
  addRemoteFiles: write(clientlibRest('write/artifact/assets/remote/batch'), {
    query: { experimentKey: v.string() },
    body: v.object({
      remoteArtifactAssetRequests: v.array(
        v.object({
          link: v.string(),
          type: maybeText,
          metadata: v.nullish(v.unknown()),
          assetId: maybeText,
          fileName: maybeText,
          isRemote: v.nullish(v.boolean()),
          overwrite: v.nullish(v.boolean()),
          step: v.nullish(v.number()),
          context: maybeText,
          runId: maybeText,
          artifactVersionId: v.string(),
        }),
      ),
    }),
    alsoAt: [rest('write/artifact/assets/remote/batch')],
    response: WriteReply,
    repeatable: true,
    invalidates: ['artifacts'],
  }),
};
