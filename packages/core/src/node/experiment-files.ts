import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { RestApiException } from '../client/errors.ts';
import { multipart, type Part } from '../client/multipart.ts';
import { collectBytes } from '../client/transport.ts';
import { jsonArgument, mappingArgument, textArgument } from '../client/validate-arguments.ts';
import { contract, type WriteReply } from '../contract/index.ts';
import { type AssetType, assetTypeArgument } from '../experiment/asset-types.ts';
import { ExperimentDisplay } from '../experiment/experiment-display.ts';
import {
  extensionOf,
  type TableOptions,
  type UploadFields,
  type UploadReply,
} from '../experiment/experiment-uploads.ts';
import { downloadArchive } from './archive-download.ts';
import { type SendingFile, sendingFile } from './file-source.ts';
import { isArchive, patchArchive } from './patch-archive.ts';
import { pathsInside } from './resolve-inside.ts';
import { type FetchFile, saveFile } from './save-file.ts';

const { assets, experiments } = contract;

/** Options of all file uploads. */
export interface FileUpload extends OperationOptions, SendingFile {
  /** Step of the file. Default: none. */
  readonly step?: number;
  /** Replaces an earlier upload with the same name. */
  readonly overwrite?: boolean;
  /** Context, for example `train`. Default: none. */
  readonly context?: string;
  /** JSON value. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Video in memory or as a stream. */
export type FileObject = Uint8Array | AsyncIterable<Uint8Array>;

const videoFormats = ['mp4', 'mov', 'wmv', 'gif'];

function metadataFields(metadata: Readonly<Record<string, unknown>> | undefined): UploadFields {
  return metadata === undefined ? {} : { metadata: Object.keys(metadata) };
}

function metadataPart(operation: string, metadata: Readonly<Record<string, unknown>> | undefined): Part[] {
  if (metadata === undefined) return [];
  const content = jsonArgument(operation, 'metadata', mappingArgument(operation, 'metadata', metadata));
  return [{ name: 'metadata', content }];
}

/** File operations of an experiment. Errors of the file system are passed on. */
export abstract class ExperimentFiles extends ExperimentDisplay {
  /**
   * Uploads a file as an asset. The file must exist until the upload is complete. The type is one that the views
   * support (`image`, `histogram_combined_3d`, `audio`, `video`), or any string to find the asset by. Default:
   * `asset`.
   */
  async logAsset(
    filename: string,
    options: FileUpload & { readonly name?: string; readonly ftype?: AssetType } = {},
  ): Promise<UploadReply> {
    textArgument('logAsset', 'filename', filename);
    const { step, name, overwrite, context, ftype } = options;
    const type = ftype == null ? undefined : assetTypeArgument('logAsset', 'ftype', ftype);
    const extension = extensionOf(filename);
    const fields = { fileName: name ?? filename, step, overwrite, context, type, ...(extension ? { extension } : {}) };
    return await this.sendFile('logAsset', filename, { ...fields, ...metadataFields(options.metadata) }, options);
  }

  /** Uploads an image with its metadata. */
  async logImage(filename: string, options: FileUpload & { readonly imageName?: string } = {}): Promise<UploadReply> {
    textArgument('logImage', 'filename', filename);
    const { step, overwrite, context, imageName = basename(filename) } = options;
    const extension = extensionOf(filename);
    // The wire format has the extension of images with a dot, that of other assets without.
    const fields = { type: 'image', ...(extension ? { extension: `.${extension}` } : {}), fileName: imageName };
    const place = { step, overwrite, context, ...metadataFields(options.metadata) };
    return await this.sendFile('logImage', filename, { ...fields, ...place }, options);
  }

  /**
   * Uploads a video from a file or from memory: MP4, MOV, WMV or GIF.
   * @throws RestApiException `invalid` for another format, or when data that is not a file has no name
   */
  async logVideo(
    filename: string | FileObject,
    options: FileUpload & { readonly name?: string; readonly epoch?: number } = {},
  ): Promise<UploadReply> {
    const name = options.name ?? (typeof filename === 'string' ? basename(filename) : '');
    const extension = extensionOf(typeof filename === 'string' ? filename : name).toLowerCase();
    if (!videoFormats.includes(extension)) {
      const reason = `a video has a name that ends in ${videoFormats.join(', ')}, not ${JSON.stringify(name)}`;
      throw RestApiException.from({ code: 'invalid', operation: 'logVideo', reason });
    }
    const { step, epoch, overwrite = false, context } = options;
    const fields = { type: 'video', extension, fileName: name, step, epoch, overwrite, context };
    if (typeof filename === 'string') return await this.sendFile('logVideo', filename, fields, options);
    const content = filename instanceof Uint8Array ? filename : await collectBytes(filename);
    return await this.sendContent('logVideo', content, name, fields, options);
  }

  /** Sets the source code from a string or a file. */
  override async setCode(
    source: OperationOptions & { readonly code?: string; readonly filename?: string },
  ): Promise<WriteReply> {
    const { code, filename, signal } = source;
    if (filename !== undefined) textArgument('setCode', 'filename', filename);
    if (code === undefined && filename === undefined) {
      throw RestApiException.from({ code: 'invalid', operation: 'setCode', reason: 'give code or filename' });
    }
    return await super.setCode({
      code: code ?? (await readFile(filename!, 'utf8')),
      signal,
    });
  }

  /** Sets the git patch from the bytes of a patch or of its zip archive, or from a file with either. */
  async setGitPatch(fileData: string | Uint8Array, options: OperationOptions = {}): Promise<WriteReply> {
    const given = typeof fileData === 'string' ? await readFile(fileData) : fileData;
    if (!(given instanceof Uint8Array)) {
      const reason = 'fileData must be a path or the bytes of a patch';
      throw RestApiException.from({ code: 'invalid', operation: 'setGitPatch', reason });
    }
    const content = isArchive(given) ? new Uint8Array(given) : patchArchive(given);
    const { type, body } = multipart([{ name: 'file', fileName: 'git_diff.zip', content }]);
    const args = { ...this.mine, content: { type, body } };
    return await this.connection.call('setGitPatch', experiments.setGitPatch, args, options);
  }

  /** Downloads the files of a model: unpacked into the folder, or as `<name>.zip` if `expand` is false. */
  async downloadModel(
    name: string,
    options: OperationOptions & {
      readonly outputPath?: string;
      readonly expand?: boolean;
      readonly overwrite?: boolean;
    } = {},
  ): Promise<void> {
    const operation = 'downloadModel';
    const { outputPath = './', expand = true, overwrite = false } = options;
    const query = { experimentKey: this.key, modelName: name };
    const fetchFile: FetchFile = (headers) =>
      this.connection.callForBody(operation, assets.downloadModel, { query, headers }, options);
    const archiveName = expand ? null : `${name}.zip`;
    await downloadArchive(fetchFile, {
      operation,
      outputPath,
      archiveName,
      overwrite,
      warn: this.connection.warn,
      ...this.connection.resumption(options),
    });
  }

  /**
   * Downloads the files of the logged TensorFlow log folder, each under its name.
   * @throws RestApiException `not-found` when none were logged
   */
  async downloadTensorflowFolder(
    options: OperationOptions & { readonly outputPath?: string; readonly overwrite?: boolean } = {},
  ): Promise<void> {
    const operation = 'downloadTensorflowFolder';
    const { outputPath = './', overwrite = false } = options;
    const listed = await this.listAssets(operation, 'tensorflow-file', options);
    if (listed.length === 0) {
      const reason = 'no log folder was logged to this experiment';
      throw RestApiException.from({ code: 'not-found', operation, reason });
    }
    const names = listed.map(({ fileName }) => fileName);
    const paths = await pathsInside(outputPath, names, { operation, warn: this.connection.warn });
    for (const [index, { assetId }] of listed.entries()) {
      const query = { assetId, allow301: false, experimentKey: this.key };
      await saveFile(
        paths[index]!,
        (headers) => this.connection.callForBody(operation, assets.get, { query, headers }, options),
        { operation, overwrite, ...this.connection.resumption(options) },
      );
    }
  }

  protected override async sendTableFile(filename: string, options: TableOptions): Promise<UploadReply> {
    const fields = { fileName: filename, type: 'asset', extension: extensionOf(filename) };
    return await this.sendFile('logTable', filename, fields, options);
  }

  private async sendFile(
    operation: string,
    path: string,
    fields: UploadFields,
    options: FileUpload,
  ): Promise<UploadReply> {
    return await sendingFile(path, operation, options, (content) =>
      this.sendContent(operation, content, basename(path), fields, options),
    );
  }

  private async sendContent(
    operation: string,
    content: Part['content'],
    fileName: string,
    fields: UploadFields,
    options: FileUpload,
  ): Promise<UploadReply> {
    const parts = [{ name: 'file', fileName, content }, ...metadataPart(operation, options.metadata)];
    return await this.upload(operation, fields, parts, options);
  }
}

operations(ExperimentFiles.prototype, {
  logAsset: ['filename'],
  logImage: ['filename'],
  logVideo: ['filename'],
  setGitPatch: ['fileData'],
  setCode: [],
  downloadModel: ['name'],
  downloadTensorflowFolder: [],
});
