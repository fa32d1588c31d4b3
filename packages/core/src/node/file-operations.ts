import { BaseAPI, type OperationOptions } from '../api/index.ts';
import { operations } from '../api/operation-arguments.ts';
import { RestApiException } from '../client/errors.ts';
import { contract } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import { downloadArchive } from './archive-download.ts';
import { ModelFiles } from './model-files.ts';
import { type FetchFile, saveFile } from './save-file.ts';

const { assets, registry } = contract;

/** File operations of an account. Errors of the file system are passed on. */
export abstract class FileOperations<E extends BaseExperiment> extends BaseAPI<E> {
  /**
   * Downloads an asset of an experiment or of a registered model. The file appears when it is complete.
   *
   * @throws RestApiException `not-found` when the asset or the experiment does not exist
   * @throws Error of the file system, such as `EEXIST` when the file exists and `overwrite` is not set
   */
  async downloadExperimentAsset(
    experimentKey: string,
    assetId: string,
    outputPath: string,
    options: OperationOptions & {
      readonly overwrite?: boolean;
      readonly onProgress?: (progress: { readonly receivedBytes: number; readonly totalBytes: number | null }) => void;
    } = {},
  ): Promise<void> {
    const operation = 'downloadExperimentAsset';
    const query = { assetId, allow301: false, experimentKey };
    await saveFile(
      outputPath,
      (headers) => this.connection.callForBody(operation, assets.get, { query, headers }, options),
      {
        operation,
        overwrite: options.overwrite ?? false,
        onProgress: options.onProgress,
        ...this.connection.resumption(options),
      },
    );
  }

  /** Returns a registered model, to read and change its versions and to download their files. */
  override async getModel(workspace: string, modelName: string, options: OperationOptions = {}): Promise<ModelFiles> {
    const model = await super.getModel(workspace, modelName, options);
    return new ModelFiles(this.connection, workspace, modelName, model.registryModelId);
  }

  /**
   * Downloads a version of a registered model: unpacked into the folder, or as a zip file in it if `expand` is false.
   * @deprecated use `getModel(...).download`.
   */
  async downloadRegistryModel(
    workspace: string,
    registryName: string,
    options: OperationOptions & {
      readonly version?: string;
      readonly outputPath?: string;
      readonly expand?: boolean;
      readonly stage?: string;
      readonly overwrite?: boolean;
    } = {},
  ): Promise<void> {
    const operation = 'downloadRegistryModel';
    this.connection.deprecated(operation, 'getModel(...).download');
    const { version, stage, outputPath = './', expand = true, overwrite = false } = options;
    if (version !== undefined && stage !== undefined) {
      throw RestApiException.from({ code: 'invalid', operation, reason: 'give a version or a stage, not both' });
    }
    const query = { workspaceName: workspace, modelName: registryName, version, stage };
    const fetchFile: FetchFile = (headers) =>
      this.connection.callForBody(operation, registry.download, { query, headers }, options);
    const archiveName = expand ? null : `${registryName}_${version ?? stage ?? 'latest'}.zip`;
    await downloadArchive(fetchFile, {
      operation,
      outputPath,
      archiveName,
      overwrite,
      warn: this.connection.warn,
      ...this.connection.resumption(options),
    });
  }
}

operations(FileOperations.prototype, {
  downloadExperimentAsset: ['experimentKey', 'assetId', 'outputPath'],
  downloadRegistryModel: ['workspace', 'registryName'],
});
