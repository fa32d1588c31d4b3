import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { anything, argument, callback, flag, mapping, nonEmptyText, number, text } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { multipart, type Part } from '../client/multipart.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { collectBytes } from '../client/transport.ts';
import { contract, type WriteReply } from '../contract/index.ts';
import { listAssets } from '../experiment/asset-operations.ts';
import type { AssetType } from '../experiment/asset-types.ts';
import type { ExperimentSubject } from '../experiment/experiment-subject.ts';
import { jsonText } from '../experiment/json-text.ts';
import { type SettingOperations, sendCode, settingOperations } from '../experiment/setting-operations.ts';
import {
  extensionOf,
  tableFormat,
  type UploadFields,
  type UploadOperations,
  type UploadReply,
  upload,
  uploadOperations,
} from '../experiment/upload-operations.ts';
import { downloadArchive } from './archive-download.ts';
import { type SendingFile, sendingFile } from './file-source.ts';
import { isArchive, patchArchive } from './patch-archive.ts';
import { pathsInside } from './resolve-inside.ts';
import { saveFile } from './save-file.ts';

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

/** File operations of an experiment. Errors of the file system are passed on. */
export interface ExperimentFileOperations {
  /**
   * Uploads a file as an asset. The file must exist until the upload is complete. The type is one that the views
   * support (`image`, `histogram_combined_3d`, `audio`, `video`), or any string to find the asset by. Default:
   * `asset`.
   */
  logAsset(
    filename: string,
    options?: FileUpload & {
      /** Name of the asset. Default: the name of the file. */
      readonly name?: string;
      /** Type of the asset. */
      readonly ftype?: AssetType;
    },
  ): Promise<UploadReply>;
  /** Uploads an image with its metadata. */
  logImage(
    filename: string,
    options?: FileUpload & {
      /** Name of the image. Default: the name of the file. */
      readonly imageName?: string;
    },
  ): Promise<UploadReply>;
  /**
   * Uploads a video from a file or from memory: MP4, MOV, WMV or GIF.
   * @throws RestApiException `invalid` for another format, or when data that is not a file has no name
   */
  logVideo(
    filename: string | FileObject,
    options?: FileUpload & {
      /** Name of the asset. Default: the name of the file. */
      readonly name?: string;
      /** Epoch of the video. Default: none. */
      readonly epoch?: number;
    },
  ): Promise<UploadReply>;
  /** Sets the git patch from the bytes of a patch or of its zip archive, or from a file with either. */
  setGitPatch(fileData: string | Uint8Array, options?: OperationOptions): Promise<WriteReply>;
  /** Downloads the files of a model: unpacked into the folder, or as `<name>.zip` if `expand` is false. */
  downloadModel(
    name: string,
    options?: OperationOptions & {
      /** Folder of the files. Default: the working folder. */
      readonly outputPath?: string;
      /** Whether the archive is unpacked. Default: true. */
      readonly expand?: boolean;
      /** Whether existing files are replaced. Default: false. */
      readonly overwrite?: boolean;
    },
  ): Promise<void>;
  /**
   * Downloads the files of the logged TensorFlow log folder, each under its name.
   * @throws RestApiException `not-found` when none were logged
   */
  downloadTensorflowFolder(
    options?: OperationOptions & {
      /** Folder of the files. */
      readonly outputPath?: string;
      /** Whether an existing file of this name is replaced. Default: false. */
      readonly overwrite?: boolean;
    },
  ): Promise<void>;
}

type Context = OperationContext<ExperimentSubject>;

const fileUpload = {
  step: number,
  overwrite: flag,
  context: text,
  metadata: mapping,
  onProgress: callback,
};

const videoFormats = ['mp4', 'mov', 'wmv', 'gif'];

function metadataFields(metadata: FileUpload['metadata']): UploadFields {
  return metadata === undefined ? {} : { metadata: Object.keys(metadata) };
}

function metadataPart(context: Context, metadata: FileUpload['metadata']): Part[] {
  return metadata === undefined ? [] : [{ name: 'metadata', content: jsonText(context, 'metadata', metadata) }];
}

async function sendContent(
  context: Context,
  content: Part['content'],
  fileName: string,
  fields: UploadFields,
  options: FileUpload,
): Promise<UploadReply> {
  return await upload(context, fields, [
    { name: 'file', fileName, content },
    ...metadataPart(context, options.metadata),
  ]);
}

async function sendFile(
  context: Context,
  path: string,
  fields: UploadFields,
  options: FileUpload,
): Promise<UploadReply> {
  return await sendingFile(path, context.operation, options, (content) =>
    sendContent(context, content, basename(path), fields, options),
  );
}

/** Definitions of the file operations of an experiment. */
export const experimentFileOperations = defineOperations<
  ExperimentFileOperations & Pick<SettingOperations, 'setCode'> & Pick<UploadOperations, 'logTable'>,
  ExperimentSubject
>({
  logAsset: {
    unawaited: true,
    arguments: [argument('filename', text)],
    options: { ...fileUpload, name: text, ftype: nonEmptyText },
    async run(context, filename, options) {
      const { step, name = filename, overwrite, context: about, ftype: type } = options;
      const extension = extensionOf(filename);
      const fields = { fileName: name, step, overwrite, context: about, type, ...(extension ? { extension } : {}) };
      return await sendFile(context, filename, { ...fields, ...metadataFields(options.metadata) }, options);
    },
  },
  logImage: {
    unawaited: true,
    arguments: [argument('filename', text)],
    options: { ...fileUpload, imageName: text },
    async run(context, filename, options) {
      const { step, overwrite, context: about, imageName = basename(filename) } = options;
      const extension = extensionOf(filename);
      // The wire format has the extension of images with a dot, that of other assets without.
      const fields = { type: 'image', ...(extension ? { extension: `.${extension}` } : {}), fileName: imageName };
      const place = { step, overwrite, context: about, ...metadataFields(options.metadata) };
      return await sendFile(context, filename, { ...fields, ...place }, options);
    },
  },
  logVideo: {
    unawaited: true,
    arguments: [argument('filename', anything)],
    options: { ...fileUpload, name: text, epoch: number },
    async run(context, filename, options) {
      const name = options.name ?? (typeof filename === 'string' ? basename(filename) : '');
      const extension = extensionOf(typeof filename === 'string' ? filename : name).toLowerCase();
      if (!videoFormats.includes(extension)) {
        const formats = videoFormats.join(', ');
        throw context.failure('invalid', `the name of a video must end in ${formats}, unlike ${JSON.stringify(name)}`);
      }
      const { step, epoch, overwrite = false, context: about } = options;
      const fields = { type: 'video', extension, fileName: name, step, epoch, overwrite, context: about };
      if (typeof filename === 'string') return await sendFile(context, filename, fields, options);
      const content = filename instanceof Uint8Array ? filename : await collectBytes(filename);
      return await sendContent(context, content, name, fields, options);
    },
  },
  logTable: {
    unawaited: true,
    ...uploadOperations.logTable,
    async run(context, filename, options) {
      const extension = tableFormat(context, filename);
      if (options.tabularData !== undefined) return await uploadOperations.logTable.run(context, filename, options);
      return await sendFile(context, filename, { fileName: filename, type: 'asset', extension }, options);
    },
  },
  setCode: {
    ...settingOperations.setCode,
    async run(context, { code, filename }) {
      if (code !== undefined) return await sendCode(context, code);
      if (filename !== undefined) return await sendCode(context, await readFile(filename, 'utf8'));
      throw context.failure('invalid', 'give code or filename');
    },
  },
  setGitPatch: {
    arguments: [argument('fileData', anything)],
    async run({ call, failure, subject }, fileData) {
      const given = typeof fileData === 'string' ? await readFile(fileData) : fileData;
      if (!(given instanceof Uint8Array)) throw failure('invalid', 'fileData must be a path or the bytes of a patch');
      const patch = isArchive(given) ? new Uint8Array(given) : patchArchive(given);
      const { type, body } = multipart([{ name: 'file', fileName: 'git_diff.zip', content: patch }]);
      return await call(experiments.setGitPatch, { ...subject.mine, content: { type, body } });
    },
  },
  downloadModel: {
    arguments: [argument('name', text)],
    options: { outputPath: text, expand: flag, overwrite: flag },
    async run({ callForBody, operation, signal, subject }, name, options) {
      const { outputPath = './', expand = true, overwrite = false } = options;
      const { connection, key: experimentKey } = subject;
      const query = { experimentKey, modelName: name };
      await downloadArchive((headers) => callForBody(assets.downloadModel, { query, headers }), {
        operation,
        outputPath,
        archiveName: expand ? null : `${name}.zip`,
        overwrite,
        warn: connection.warn,
        ...connection.resumption({ signal }),
      });
    },
  },
  downloadTensorflowFolder: {
    options: { outputPath: text, overwrite: flag },
    async run(context, { outputPath = './', overwrite = false }) {
      const { callForBody, operation, signal, subject } = context;
      const { connection, key: experimentKey } = subject;
      const listed = await listAssets(context, 'tensorflow-file');
      if (listed.length === 0) throw context.failure('not-found', 'no log folder was logged to this experiment');
      const names = listed.map(({ fileName }) => fileName);
      const paths = await pathsInside(outputPath, names, { operation, warn: connection.warn });
      for (const [index, { assetId }] of listed.entries()) {
        const query = { assetId, allow301: false, experimentKey };
        const saving = { operation, overwrite, ...connection.resumption({ signal }) };
        await saveFile(paths[index]!, (headers) => callForBody(assets.get, { query, headers }), saving);
      }
    },
  },
});
