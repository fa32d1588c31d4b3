import type { OperationOptions } from '../../client/connection.ts';
import type { ArtifactDetails, ArtifactFile, AssetRecord, GitMetadata, SystemDetails } from '../../contract/index.ts';
import type { ArtifactConsumer } from '../../experiment/artifact-inputs.ts';
import type { OutputPiece } from '../../experiment/output-pieces.ts';
import type { SnapshotContent } from '../../snapshots/snapshot-content.ts';

/** Operations of an experiment that read the content of its tabs. An `APIExperiment` has them. */
export interface ContentExperiment extends ArtifactConsumer {
  getAssetList(options: OperationOptions & { readonly assetType?: 'curve' }): Promise<readonly AssetRecord[]>;
  getAsset(assetId: string, options: OperationOptions): Promise<Uint8Array>;
  getCode(options: OperationOptions): Promise<string | null>;
  getModelGraph(options: OperationOptions): Promise<unknown>;
  getGitMetadata(options: OperationOptions): Promise<GitMetadata>;
  getGitPatch(options: OperationOptions): Promise<Uint8Array | null>;
  getSystemDetails(options: OperationOptions): Promise<SystemDetails>;
  getOutputPieces(options: OperationOptions): Promise<readonly OutputPiece[]>;
  getHtml(options: OperationOptions): Promise<string | null>;
}

/** Operations of an account that read the content of a tab. An `API` has them. */
export interface ContentAccount {
  getArtifactList(
    workspace: string,
    options: OperationOptions,
  ): Promise<{ readonly artifacts: readonly { readonly artifactId: string }[] }>;
  getArtifactDetails(artifact: OperationOptions & { readonly artifactId: string }): Promise<ArtifactDetails>;
  getArtifactFiles(
    artifact: OperationOptions & { readonly artifactId: string; readonly version: string },
  ): Promise<{ readonly files: readonly ArtifactFile[] }>;
  getProjectNotes(workspace: string, projectName: string, options: OperationOptions): Promise<string>;
}

/** Reduces an image to a small one; null for what is not an image that can be shown. */
export type ReduceImage = (bytes: Uint8Array) => Promise<Uint8Array | null>;

/** Experiment and account from which the content of a tab is read. */
export interface ContentSource {
  readonly account: ContentAccount;
  readonly experiment: ContentExperiment;
  readonly experimentKey: string;
  readonly workspaceName: string;
  readonly projectName: string;
  readonly options: OperationOptions;
  readonly reduceImage: ReduceImage | undefined;
}

/** Content of a tab. */
export type Content = Omit<SnapshotContent, 'tab'>;

/** Function that reads the content of a tab within its budget. */
export type ContentReader = (source: ContentSource) => Promise<Content>;
