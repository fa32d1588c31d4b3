import { readFile } from 'node:fs/promises';
import { anything, argument, flag, text } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { multipart } from '../client/multipart.ts';
import { defineOperations } from '../client/operation.ts';
import { contract, type WriteReply } from '../contract/index.ts';
import { listAssets } from '../experiment/asset-operations.ts';
import type { ExperimentSubject } from '../experiment/experiment-subject.ts';
import { callInOrder } from '../experiment/log-queue.ts';
import { type SettingOperations, sendCode, settingOperations } from '../experiment/setting-operations.ts';
import { downloadArchive } from './archive-download.ts';
import { isArchive, patchArchive } from './patch-archive.ts';
import { pathsInside } from './resolve-inside.ts';
import { saveFile } from './save-file.ts';

const { assets, experiments } = contract;

/** File operations of an experiment. Errors of the file system are passed on. */
export interface ExperimentFileOperations {
  /** Sets the git patch from the bytes of a patch or of its zip archive, or from a file with either. */
  setGitPatch(fileData: string | Uint8Array, options?: OperationOptions): Promise<WriteReply>;
  /** Downloads the files of a model: unpacked into the folder, or as `<name>.zip` if `expand` is false. */
  downloadModel(
    name: string,
    options?: OperationOptions & {
      /** Folder of the files. Default: the working folder. */
      readonly outputPath?: string | undefined;
      /** Whether the archive is unpacked. Default: true. */
      readonly expand?: boolean | undefined;
      /** Whether existing files are replaced. Default: false. */
      readonly overwrite?: boolean | undefined;
    },
  ): Promise<void>;
  /**
   * Downloads the files of the logged TensorFlow log folder, each under its name.
   * @throws RestApiException `not-found` when none were logged
   */
  downloadTensorflowFolder(
    options?: OperationOptions & {
      /** Folder of the files. */
      readonly outputPath?: string | undefined;
      /** Whether an existing file of this name is replaced. Default: false. */
      readonly overwrite?: boolean | undefined;
    },
  ): Promise<void>;
}

/** Definitions of the file operations of an experiment. */
export const experimentFileOperations = defineOperations<
  ExperimentFileOperations & Pick<SettingOperations, 'setCode'>,
  ExperimentSubject
>({
  setCode: {
    ...settingOperations.setCode,
    async run(context, { code, filename }) {
      if (code !== undefined) return await sendCode(context, code);
      if (filename !== undefined) return await sendCode(context, await readFile(filename, 'utf8'));
      throw context.failure('invalid', 'give code or filename');
    },
  },
  setGitPatch: {
    unawaited: true,
    arguments: [argument('fileData', anything)],
    async run(context, fileData) {
      const { failure, subject } = context;
      const bytes = typeof fileData === 'string' ? await readFile(fileData) : fileData;
      if (!(bytes instanceof Uint8Array)) throw failure('invalid', 'fileData must be a path or the bytes of a patch');
      const patch = isArchive(bytes) ? new Uint8Array(bytes) : patchArchive(bytes);
      const { type, body } = multipart([{ name: 'file', fileName: 'git_diff.zip', content: patch }]);
      return await callInOrder(context, experiments.setGitPatch, { ...subject.keyQuery, content: { type, body } });
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
