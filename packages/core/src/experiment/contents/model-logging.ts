import { anything, argument, flag, nonEmptyText, text } from '../../client/argument.ts';
import type { OperationOptions } from '../../client/connection.ts';
import { escapesFolder } from '../../client/file-names.ts';
import type { OperationContext, OperationTable } from '../../client/operation.ts';
import { contract, type WriteReply } from '../../contract/index.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import { jsonText } from '../json-text.ts';
import { callInOrder } from '../log-queue.ts';
import { type AssetContent, baseName, nameOf, resolveContent } from './asset-content.ts';
import {
  extensionField,
  type FileUpload,
  fileUpload,
  type UploadReply,
  uploadContent,
  uploadText,
} from './asset-upload.ts';
import type { ContentFiles } from './content-files.ts';
import { uploadFolder } from './folder-upload.ts';

const { assets } = contract;

/** Options of `logCode`: one of `code`, `fileName` and `folder`. */
export interface CodeSource extends OperationOptions, Pick<FileUpload, 'metadata'> {
  /** Source code, which needs a `codeName`. */
  readonly code?: string | undefined;
  /** Path of a source file. */
  readonly fileName?: string | undefined;
  /** Folder whose source files are logged, with the folders below. */
  readonly folder?: string | undefined;
  /** Name of the asset. Default: the path of the file. */
  readonly codeName?: string | undefined;
  /** Whether an earlier file of this name is replaced. Default: false. */
  readonly overwrite?: boolean | undefined;
}

/** Options of `logModel`. */
export interface ModelFile extends FileUpload {
  /** Name of the file. Default: that of the file. Not for folders. */
  readonly fileName?: string | undefined;
  /** Whether the names of files in a folder begin with the name of the folder. Default: true. */
  readonly prependFolderName?: boolean | undefined;
}

/** Operations that log models and source code. */
export interface ModelLogging {
  /**
   * Logs the files of a model: a file, a folder, or content in memory, which needs a `fileName`. `registerModel` makes
   * it a version of a registered model.
   *
   * @returns a reply for each file
   * @throws RestApiException `invalid` for a `fileName` that points outside of the model, such as `../a`
   */
  logModel(name: string, fileOrFolder: AssetContent, options?: ModelFile): Promise<UploadReply[]>;
  /** Logs a model that is stored elsewhere, as a link, which is never requested. */
  logRemoteModel(
    modelName: string,
    uri: string,
    options?: OperationOptions & {
      /** JSON value. */
      readonly metadata?: object | undefined;
    },
  ): Promise<WriteReply>;
  /**
   * Logs source code next to that of `setCode`: as text, from a file, or the source files of a folder.
   *
   * @returns a reply for each file
   */
  logCode(source: CodeSource): Promise<UploadReply[]>;
}

type Context = OperationContext<ExperimentSubject>;

/** Extensions of the source files that are logged from a folder. */
const codeExtensions = /\.(?:py|ipynb|ya?ml|txt|sh|r|[cm]?[jt]sx?|json|toml)$/i;

async function sendCode(
  context: Context,
  files: ContentFiles | null,
  { code, fileName, folder, codeName, metadata, overwrite = false }: CodeSource,
): Promise<UploadReply[]> {
  const { failure } = context;
  if ([code, fileName, folder].filter((option) => option !== undefined).length !== 1) {
    throw failure('invalid', 'give one of code, fileName and folder');
  }
  const options = { metadata: { ...metadata, source_code_type: 'manual' }, overwrite, isOnline: true };
  const fieldsOf = (name: string) => ({ fileName: name, type: 'source_code', ...extensionField(name) });
  if (code !== undefined) {
    if (codeName === undefined) throw failure('invalid', 'code as text needs a codeName');
    return [await uploadText(context, code, fieldsOf(codeName), options)];
  }
  if (fileName !== undefined) {
    const content = { kind: 'file', path: fileName, name: fileName } as const;
    return [await uploadContent(context, files, content, fieldsOf(codeName ?? fileName), options)];
  }
  const includes = (path: string) => codeExtensions.test(path) && !/(?:^|\/)node_modules\//.test(path);
  const upload = { folder: folder!, recursive: true, prependFolderName: true, includes };
  return await uploadFolder(context, files, { ...upload, fields: { type: 'source_code' } }, options);
}

async function sendModel(
  context: Context,
  files: ContentFiles | null,
  { name: groupingName, fileOrFolder }: { readonly name: string; readonly fileOrFolder: AssetContent },
  { fileName, prependFolderName = true, ...options }: ModelFile,
): Promise<UploadReply[]> {
  const model = { type: 'model-element', groupingName };
  const mode = { ...options, isOnline: true };
  const content = await resolveContent(context, files, fileOrFolder);
  if (content.kind === 'link') throw context.failure('invalid', 'log the link to a model with logRemoteModel');
  if (content.kind === 'file' && (await files?.listFolder(content.path))) {
    const folder = { folder: content.path, recursive: true, prependFolderName, fields: model };
    return await uploadFolder(context, files, folder, mode);
  }
  const name = fileName ?? baseName(nameOf(context, content, 'fileName'));
  if (escapesFolder(name)) {
    throw context.failure('invalid', `the name ${name} points outside of the model; give a relative fileName`);
  }
  const fields = { fileName: name, ...extensionField(name), ...model };
  return [await uploadContent(context, files, content, fields, mode)];
}

async function sendRemoteModel(
  context: Context,
  modelName: string,
  uri: string,
  metadata?: object,
): Promise<WriteReply> {
  const entity = {
    remoteUrl: uri,
    fileName: baseName(uri) || uri,
    metadata: metadata === undefined ? null : jsonText(context, 'metadata', metadata),
  };
  const body = { experimentKey: context.subject.key, modelName, remoteEntities: [entity] };
  return await callInOrder(context, assets.logRemoteModel, { body });
}

/** Lets the registration of a model wait for a call that logs it. */
function beforeRegistration<T>({ loggedModels }: ExperimentSubject, modelName: string, call: Promise<T>): Promise<T> {
  const ended = Promise.allSettled([loggedModels.get(modelName), call]).then(() => {
    if (loggedModels.get(modelName) === ended) loggedModels.delete(modelName);
  });
  loggedModels.set(modelName, ended);
  return call;
}

/** Returns the definitions of the operations that log models and source code. */
export function modelLogging(files: ContentFiles | null): OperationTable<ModelLogging, ExperimentSubject> {
  return {
    logModel: {
      unawaited: true,
      arguments: [argument('name', nonEmptyText), argument('fileOrFolder', anything)],
      options: { ...fileUpload, fileName: nonEmptyText, prependFolderName: flag },
      run: (context, name, fileOrFolder, options) =>
        beforeRegistration(context.subject, name, sendModel(context, files, { name, fileOrFolder }, options)),
    },
    logRemoteModel: {
      unawaited: true,
      arguments: [argument('modelName', nonEmptyText), argument('uri', nonEmptyText)],
      options: { metadata: fileUpload.metadata },
      run: (context, modelName, uri, { metadata }) =>
        beforeRegistration(context.subject, modelName, sendRemoteModel(context, modelName, uri, metadata)),
    },
    logCode: {
      unawaited: true,
      options: {
        code: text,
        fileName: nonEmptyText,
        folder: nonEmptyText,
        codeName: nonEmptyText,
        metadata: fileUpload.metadata,
        overwrite: flag,
      },
      run: (context, source) => sendCode(context, files, source),
    },
  };
}
