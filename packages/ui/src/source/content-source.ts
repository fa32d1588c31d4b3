import type { OutputPiece } from '@tracklens/core/browser';
import type {
  ArtifactDetails,
  ArtifactFile,
  ArtifactListEntry,
  ArtifactUse,
  AssetRecord,
  GitMetadata,
  SystemDetails,
} from '@tracklens/core/contract';
import type { AssetTab } from '@tracklens/core/display';
import type { Summary } from './records.ts';

export type { ArtifactDetails, ArtifactFile, AssetRecord, GitMetadata, SystemDetails };

/** Version of an artifact that an experiment used. */
export type ArtifactInput = Pick<ArtifactUse, 'artifactId' | 'artifactVersionId'>;

/** Contents of an experiment other than metrics and parameters: files, code, system details, texts and artifacts. */
export interface ContentSource {
  /** Lists files. A saved copy may hold only those of one tab: `tab` names the tab that shows them. */
  assets(experimentKey: string, signal: AbortSignal, tab?: AssetTab): Promise<readonly AssetRecord[]>;
  /** Lists the files of curves. */
  curves(experimentKey: string, signal: AbortSignal): Promise<readonly AssetRecord[]>;
  /** Reads the bytes of a file. */
  asset(experimentKey: string, assetId: string, signal: AbortSignal): Promise<Uint8Array>;
  /** Reads the source code of the script; empty if none was logged. */
  code(experimentKey: string, signal: AbortSignal): Promise<string>;
  /** Reads the model graph as it was logged; empty if none was. */
  modelGraph(experimentKey: string, signal: AbortSignal): Promise<string>;
  git(experimentKey: string, signal: AbortSignal): Promise<GitMetadata>;
  /** Reads a zip archive with one patch; `null` if none was logged. */
  gitPatch(experimentKey: string, signal: AbortSignal): Promise<Uint8Array | null>;
  system(experimentKey: string, signal: AbortSignal): Promise<SystemDetails>;
  /** Reads the printed output, with standard output and standard error separated if the service does so. */
  output(experimentKey: string, signal: AbortSignal): Promise<readonly OutputPiece[]>;
  html(experimentKey: string, signal: AbortSignal): Promise<string>;
  others(experimentKey: string, signal: AbortSignal): Promise<readonly Summary[]>;
  projectNotes(workspace: string, projectName: string, signal: AbortSignal): Promise<string>;
  artifacts(workspace: string, signal: AbortSignal): Promise<readonly ArtifactListEntry[]>;
  /** Reads which versions of artifacts an experiment used; none if the service has no list of them. */
  artifactInputs(experimentKey: string, signal: AbortSignal): Promise<readonly ArtifactInput[]>;
  /** Reads an artifact with its versions. */
  artifact(artifactId: string, signal: AbortSignal): Promise<ArtifactDetails>;
  artifactFiles(artifactId: string, version: string, signal: AbortSignal): Promise<readonly ArtifactFile[]>;
}
