import type { OutputPiece } from '@tracklens/core/browser';
import type {
  Artifact,
  ArtifactFile,
  ArtifactListEntry,
  AssetRecord,
  GitMetadata,
  SystemDetails,
} from '@tracklens/core/contract';
import type { Summary } from './view-source.ts';

export type { Artifact, ArtifactFile, AssetRecord, GitMetadata, SystemDetails };

/** Told as the bytes of a file arrive: how many are here. */
export type OnProgress = (bytes: number) => void;

/** What an experiment holds beside metrics and parameters: its files, code, machine, texts and artifacts. */
export interface ContentSource {
  assets(experimentKey: string, signal: AbortSignal): Promise<readonly AssetRecord[]>;
  /** The bytes of one file. */
  asset(experimentKey: string, assetId: string, signal: AbortSignal, onProgress?: OnProgress): Promise<Uint8Array>;
  /** The source code of the script; empty when none was logged. */
  code(experimentKey: string, signal: AbortSignal): Promise<string>;
  git(experimentKey: string, signal: AbortSignal): Promise<GitMetadata>;
  /** A zip archive with one patch; null when none was logged. */
  gitPatch(experimentKey: string, signal: AbortSignal): Promise<Uint8Array | null>;
  system(experimentKey: string, signal: AbortSignal): Promise<SystemDetails>;
  /** What was printed, standard output and standard error told apart where the service does. */
  output(experimentKey: string, signal: AbortSignal): Promise<readonly OutputPiece[]>;
  html(experimentKey: string, signal: AbortSignal): Promise<string>;
  others(experimentKey: string, signal: AbortSignal): Promise<readonly Summary[]>;
  projectNotes(workspace: string, projectName: string, signal: AbortSignal): Promise<string>;
  artifacts(workspace: string, signal: AbortSignal): Promise<readonly ArtifactListEntry[]>;
  /** One artifact with its versions. */
  artifact(artifactId: string, signal: AbortSignal): Promise<Artifact>;
  artifactFiles(artifactId: string, version: string, signal: AbortSignal): Promise<readonly ArtifactFile[]>;
}
