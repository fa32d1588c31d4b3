import * as v from 'valibot';
import { flag, int, json, maybeText, parsedJson, text, texts } from './fields.ts';

// Records of artifacts.

/** Version of an artifact. @interface */
export const ArtifactVersion = v.object({
  /** Id of the version. */
  artifactVersionId: v.string(),
  /** Semantic version. */
  version: text,
  /** User who created the version. */
  owner: text,
  /** JSON value, or null. An integer whose digits a number does not preserve is a string of them. */
  metadata: parsedJson,
  /** Experiment that created the version, or null. */
  createdFrom: json,
  /** Total size of the files. */
  sizeInBytes: int,
  /** State of the upload, for example `CLOSED` when it is complete. */
  state: json,
  /** Time of creation, in milliseconds since 1970. */
  added: int,
  /** Aliases, for example `Latest`. */
  alias: texts,
  /** Tags of the version. */
  tags: texts,
});
export type ArtifactVersion = v.InferOutput<typeof ArtifactVersion>;

/** Artifact with its versions. @interface */
export const ArtifactDetails = v.object({
  /** Id of the artifact. */
  artifactId: v.string(),
  /** Project of the artifact. */
  project: text,
  /** Type, for example `dataset`. */
  type: text,
  /** Name, unique in the workspace. */
  name: text,
  /** Description; null when there is none. */
  description: maybeText,
  /** Newest complete version. */
  latestVersion: text,
  /** Tags of the artifact. */
  tags: texts,
  /** Whether everyone can see the artifact. */
  isPublic: flag,
  /** Emoji of the artifact, or null. */
  emoji: maybeText,
  /** Size of the files. */
  sizeInBytes: int,
  /** Versions of the artifact. */
  versions: v.nullish(v.array(ArtifactVersion), () => []),
});
export type ArtifactDetails = v.InferOutput<typeof ArtifactDetails>;

/** Artifact in the list of a workspace, with the number of its versions. @interface */
export const ArtifactListEntry = v.object({
  /** Id of the artifact. */
  artifactId: v.string(),
  /** Project of the artifact. */
  project: text,
  /** Type, for example `dataset`. */
  type: text,
  /** Name, unique in the workspace. */
  name: text,
  /** Description; null when there is none. */
  description: maybeText,
  /** Number of versions. */
  versionsCount: int,
  /** Tags of the artifact. */
  tags: texts,
  /** Whether everyone can see the artifact. */
  isPublic: flag,
  /** Emoji of the artifact, or null. */
  emoji: maybeText,
  /** Size of the files. */
  sizeInBytes: int,
});
export type ArtifactListEntry = v.InferOutput<typeof ArtifactListEntry>;

/** File of an artifact version. @interface */
export const ArtifactFile = v.object({
  /** Id of the artifact. */
  artifactId: text,
  /** Id of the version. */
  artifactVersionId: text,
  /** Id of the file. */
  assetId: v.string(),
  /** Name of the file, with its folders. */
  fileName: text,
  /** Size in bytes. */
  fileSize: int,
  /** URL of the content, or null. */
  link: maybeText,
  /** Folder of the file name, or null. */
  dir: maybeText,
  /** Whether the file is stored elsewhere, at `link`. */
  remote: flag,
  /** Type of the asset. */
  type: text,
  /** JSON value, or null. An integer whose digits a number does not preserve is a string of them. */
  metadata: parsedJson,
});
export type ArtifactFile = v.InferOutput<typeof ArtifactFile>;
