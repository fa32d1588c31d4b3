import * as v from 'valibot';
import { ArtifactDetails, ArtifactFile, AssetRecord, GitMetadata, SystemDetails } from '../contract/records/index.ts';
import { tabs } from '../targets/tabs.ts';

const text = v.pipe(v.string(), v.maxLength(200_000));

/**
 * Schema of the content of an experiment's tab that a snapshot holds in addition to metrics and parameters, in the
 * response formats of the service. An absent field is not held.
 */
export const SnapshotContent = v.object({
  /** Tab whose content this is. */
  tab: v.picklist(tabs),
  /** Assets that the tab shows. */
  assets: v.optional(v.array(AssetRecord)),
  /** Bytes of assets by id, as Base64. Images may be reduced. */
  files: v.optional(v.record(v.string(), text)),
  /** Lengths of audio files in seconds by id, as far as their header gives them. */
  audioSeconds: v.optional(v.record(v.string(), v.number())),
  /** Source code of the script. */
  code: v.optional(text),
  /** Model graph; empty when none was logged. */
  modelGraph: v.optional(text),
  /** Git metadata of the script. */
  git: v.optional(GitMetadata),
  /** Zip archive with a patch, as Base64; null when none was logged. */
  gitPatch: v.optional(v.nullable(text)),
  /** Beginning of the text of the patch, for static forms. */
  gitPatchText: v.optional(text),
  /** Details of machine, interpreter and packages. */
  system: v.optional(SystemDetails),
  /** Standard output and standard error, in order. */
  output: v.optional(
    v.array(
      v.object({
        /** Lines of output, with their line endings. */
        text,
        /** Whether the lines are standard error. */
        stderr: v.nullable(v.boolean()),
      }),
    ),
  ),
  /** Logged HTML. */
  html: v.optional(text),
  /** Notes of the project, in Markdown. */
  projectNotes: v.optional(text),
  /** Artifacts with the versions that the experiment logged or used. */
  artifacts: v.optional(v.array(ArtifactDetails)),
  /** Ids of the versions that the experiment used. */
  artifactInputs: v.optional(v.array(text)),
  /** Files of versions, by artifact id and version with a space between them. */
  artifactFiles: v.optional(v.record(v.string(), v.array(ArtifactFile))),
  /** Parts of the tab that the snapshot leaves out: `12 of 40 images`. */
  leftOut: v.optional(v.array(text)),
});

/** Content of an experiment's tab in a snapshot. */
export type SnapshotContent = v.InferOutput<typeof SnapshotContent>;
