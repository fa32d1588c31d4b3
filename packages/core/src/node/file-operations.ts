import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { named } from '../api/arguments.ts';
import { artifactVersionChecks } from '../api/artifact-operations.ts';
import type { AccountSubject } from '../api/index.ts';
import { anything, argument, callback, flag, number, text, texts } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { defineOperations } from '../client/operation.ts';
import type { DownloadProgress } from '../client/resumed-download.ts';
import { contract } from '../contract/index.ts';
import { downloadArchive } from './archive-download.ts';
import { type ArtifactDownloadOptions, type DownloadedArtifact, downloadArtifact } from './artifact-download.ts';
import { saveFile } from './save-file.ts';

const { assets, registry } = contract;

/** File operations of an account. Errors of the file system are passed on. */
export interface FileOperations {
  /**
   * Downloads an asset of an experiment or of a registered model. The file appears when it is complete.
   *
   * @throws RestApiException `not-found` when the asset or the experiment does not exist
   * @throws Error of the file system, such as `ENOENT` when the folder does not exist, or `EEXIST` when the file exists
   * and `overwrite` is not set
   */
  downloadExperimentAsset(
    experimentKey: string,
    assetId: string,
    outputPath: string,
    options?: OperationOptions & {
      /** Whether an existing file is replaced. Default: false. */
      readonly overwrite?: boolean | undefined;
      /** Called with the received bytes, and the size of the file if it is known. */
      readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
    },
  ): Promise<void>;
  /**
   * Downloads the files of a version of an artifact, all or some, a few at a time. Files that are stored elsewhere are
   * returned with their links. `overwriteStrategy: 'preserve'` continues an earlier download.
   *
   * @throws RestApiException `not-found` when the artifact, the version or a named file does not exist, `malformed` for
   * a file name that points outside of the folder
   * @throws Error of the file system, such as `EEXIST` when a file exists with other content
   */
  downloadArtifact(artifact: ArtifactDownloadOptions): Promise<DownloadedArtifact>;
  /**
   * Downloads a version of a registered model: unpacked into the folder, or as a zip file in it if `expand` is false.
   * @deprecated use `getModel(...).download`.
   */
  downloadRegistryModel(
    workspace: string,
    registryName: string,
    options?: OperationOptions & {
      /** Version. Default: the latest. */
      readonly version?: string | undefined;
      /** Folder of the files. Default: the working folder. */
      readonly outputPath?: string | undefined;
      /** Whether the archive is unpacked. Default: true. */
      readonly expand?: boolean | undefined;
      /** Stage of the version, instead of `version`. */
      readonly stage?: string | undefined;
      /** Whether existing files are replaced. Default: false. */
      readonly overwrite?: boolean | undefined;
    },
  ): Promise<void>;
}

/** Definitions of the file operations of an account. */
export const fileOperations = defineOperations<FileOperations, AccountSubject>({
  downloadExperimentAsset: {
    arguments: [named.experimentKey, argument('assetId', text), argument('outputPath', text)],
    options: { overwrite: flag, onProgress: callback },
    async run({ callForBody, operation, signal, subject }, experimentKey, assetId, outputPath, options) {
      const { overwrite = false, onProgress } = options;
      const query = { assetId, allow301: false, experimentKey };
      // Fails with the file system's own error: a wrong path must not create folders.
      await stat(dirname(outputPath));
      const saving = { operation, overwrite, onProgress, ...subject.connection.resumption({ signal }) };
      await saveFile(outputPath, (headers) => callForBody(assets.get, { query, headers }), saving);
    },
  },
  downloadArtifact: {
    options: {
      ...artifactVersionChecks,
      outputPath: text,
      fileNames: texts,
      overwriteStrategy: anything,
      concurrency: number,
      onProgress: callback,
    },
    run: async (context, options) => await downloadArtifact(context, options),
  },
  downloadRegistryModel: {
    arguments: [named.workspace, named.registryName],
    options: { version: text, outputPath: text, expand: flag, stage: text, overwrite: flag },
    deprecated: 'getModel(...).download',
    async run({ callForBody, failure, operation, signal, subject }, workspaceName, modelName, options) {
      const { version, stage, outputPath = './', expand = true, overwrite = false } = options;
      if (version !== undefined && stage !== undefined) {
        throw failure('invalid', 'give a version or a stage, not both');
      }
      const query = { workspaceName, modelName, version, stage };
      await downloadArchive((headers) => callForBody(registry.download, { query, headers }), {
        operation,
        outputPath,
        archiveName: expand ? null : `${modelName}_${version ?? stage ?? 'latest'}.zip`,
        overwrite,
        warn: subject.connection.warn,
        ...subject.connection.resumption({ signal }),
      });
    },
  },
});
