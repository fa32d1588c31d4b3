import { callback, flag, mapping, text, wholeNumber } from '../../client/argument.ts';
import type { ResponseOf } from '../../client/checked-response.ts';
import type { OperationOptions } from '../../client/connection.ts';
import { multipart, type Part } from '../../client/multipart.ts';
import type { OperationContext } from '../../client/operation.ts';
import { randomId } from '../../client/random-id.ts';
import type { CallArguments } from '../../client/wire-request.ts';
import { contract } from '../../contract/index.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import { jsonText } from '../json-text.ts';
import { requestItem } from '../log-items.ts';
import { isAlone } from '../log-queue.ts';
import { baseName, checkedChunks, collectStream, type ResolvedContent } from './asset-content.ts';
import type { ContentFiles, SendingFile } from './content-files.ts';

const { assets } = contract;

/** Reply to an upload. */
export type UploadReply = ResponseOf<typeof assets.upload>;

/** Query parameters of an upload, except the experiment. */
export type UploadFields = Omit<NonNullable<CallArguments<typeof assets.upload>['query']>, 'experimentKey'>;

/** Options of all uploads. */
export interface FileUpload extends OperationOptions, SendingFile {
  /** Step of the file. Default: none. */
  readonly step?: number | undefined;
  /** Replaces an earlier upload with the same name. */
  readonly overwrite?: boolean | undefined;
  /** Context, for example `train`. Default: none. */
  readonly context?: string | undefined;
  /** JSON value. */
  readonly metadata?: object | undefined;
}

/** Checks of the options of all uploads. */
export const fileUpload = {
  step: wholeNumber,
  overwrite: flag,
  context: text,
  metadata: mapping,
  onProgress: callback,
};

type Context = OperationContext<ExperimentSubject>;

/** Transfer options of an upload. */
export interface UploadMode {
  /**
   * Whether the endpoint of a running experiment is used, which stores models, artifacts and the files that belong to
   * others.
   */
  readonly isOnline?: boolean;
  /** Whether the upload is sent at once and not queued, because something depends on its result. */
  readonly isDirect?: boolean;
}

/** Returns the extension of a file name, without the dot. */
export function extensionOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName)?.[1] ?? '';
}

/** Returns the field with the extension of a file name, if it has one. */
export function extensionField(fileName: string): { readonly extension?: string } {
  const extension = extensionOf(fileName);
  return extension === '' ? {} : { extension };
}

/** Returns a new id of an asset. An upload that is sent again with the same id is stored once. */
export function newAssetId(): string {
  return randomId().replaceAll('-', '');
}

type UploadEndpoint = typeof assets.upload | typeof assets.uploadOnline;

/** Uploads the multipart body of an asset. */
async function upload(
  context: Context,
  fields: UploadFields,
  parts: readonly Part[],
  { isOnline = false, isDirect = false }: UploadMode = {},
): Promise<UploadReply> {
  const { call, caller, operation, subject } = context;
  const { type, body, size } = multipart(parts);
  const send = async <R extends UploadEndpoint>(endpoint: R, query: NonNullable<CallArguments<R>['query']>) => {
    const args = { query, content: { type, body }, headers: { 'content-length': String(size) } };
    // A file that is read while it is sent cannot wait: its caller closes it.
    if (isDirect || isAlone(caller) || !(body instanceof Uint8Array)) return await call(endpoint, args);
    return (await subject.files.add(fields.fileName ?? '', requestItem(endpoint, args), operation)) as UploadReply;
  };
  const query = { assetId: newAssetId(), ...fields };
  return isOnline
    ? await send(assets.uploadOnline, { ...query, experimentId: subject.key })
    : await send(assets.upload, { ...query, experimentKey: subject.key });
}

/** Uploads text under a name. */
export async function uploadText(
  context: Context,
  content: string,
  fields: UploadFields,
  options: FileUpload & UploadMode,
): Promise<UploadReply> {
  const body = new TextEncoder().encode(content);
  return await uploadParts(context, [{ name: 'file', fileName: 'file', content: body }], fields, options);
}

async function uploadParts(
  context: Context,
  parts: readonly Part[],
  fields: UploadFields,
  { metadata, ...mode }: FileUpload & UploadMode,
): Promise<UploadReply> {
  const { step, overwrite, context: about, isOnline = false } = mode;
  const position = { step, overwrite, context: about };
  if (metadata === undefined) return await upload(context, { ...position, ...fields }, parts, mode);
  const part = { name: 'metadata', content: jsonText(context, 'metadata', metadata) };
  const names = isOnline ? {} : { metadata: Object.keys(metadata) };
  return await upload(context, { ...position, ...names, ...fields }, [...parts, part], mode);
}

/** Uploads content. */
export async function uploadContent(
  context: Context,
  files: ContentFiles | null,
  content: ResolvedContent,
  fields: UploadFields,
  options: FileUpload & UploadMode,
): Promise<UploadReply> {
  if (content.kind === 'link') {
    const link = { name: 'link', fileName: 'link', content: new TextEncoder().encode(content.link) };
    return await uploadParts(context, [link], { ...fields, isRemote: true }, options);
  }
  const fileName = content.kind === 'file' ? baseName(content.path) : (fields.fileName ?? 'file');
  const stored = { assetId: newAssetId(), ...fields };
  const send = (body: Part['content']) =>
    uploadParts(context, [{ name: 'file', fileName, content: body }], stored, options);
  if (content.kind === 'body') return await send(content.body);
  if (content.kind === 'stream') {
    const stream = checkedChunks(context, content.stream);
    if (files === null) return await send(await collectStream(context, stream));
    return await files.sendStream(context, stream, options, send);
  }
  if (files !== null) return await files.sendFile(context, content.path, options, send);
  throw context.failure('invalid', 'a page cannot read files; give bytes, a Blob or a stream');
}
