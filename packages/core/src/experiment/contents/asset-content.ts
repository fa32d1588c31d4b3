import { abortable } from '../../client/abortable.ts';
import { isObject } from '../../client/argument.ts';
import type { Part } from '../../client/multipart.ts';
import type { OperationContext } from '../../client/operation.ts';
import { joinBytes } from '../../client/wire-body.ts';
import type { ExperimentSubject } from '../experiment-subject.ts';
import { jsonText } from '../json-text.ts';
import type { ContentFiles } from './content-files.ts';

/** Content in memory or as a stream. The elements of a typed array are sent as they are in memory. */
export type FileObject = ArrayBuffer | ArrayBufferView | Blob | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/**
 * Content of an asset: the path or `file:` URL of a file, bytes, a `Blob`, a stream, or a list, object or `Map` that is
 * stored as JSON. A URL of another scheme, such as `https:` or `s3:`, is stored as a link to a file elsewhere and is
 * never requested.
 */
export type AssetContent = string | URL | FileObject | readonly unknown[] | object;

/** Content that is ready to be sent. Its name is null if it has none. */
export type ResolvedContent =
  | { readonly kind: 'file'; readonly path: string; readonly name: string }
  | { readonly kind: 'link'; readonly link: string; readonly name: string }
  | { readonly kind: 'body'; readonly body: Part['content']; readonly name: string | null }
  | { readonly kind: 'stream'; readonly stream: AsyncIterable<Uint8Array>; readonly name: null };

/** Maximum size of a `Blob` that is read into memory, where it can be queued. */
const wholeBytes = 4 * 1024 * 1024;
/** Maximum size of a stream where there is no disk to hold it. */
const longestStreamBytes = 512_000_000;

const isStream = (value: object): value is AsyncIterable<Uint8Array> => Symbol.asyncIterator in value;

/** Returns the last part of a path or of the path of a URL. */
export function baseName(path: string): string {
  return /[^/\\]*$/.exec(path)![0];
}

/** Returns the bytes of a buffer or a view. */
function bytesOf(buffer: ArrayBuffer | ArrayBufferView): Uint8Array {
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer);
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

/** Returns the last part of the path of a URL, decoded unless it is malformed. */
function urlName({ pathname }: URL): string {
  const name = baseName(pathname);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function urlContent(url: URL, files: ContentFiles | null): ResolvedContent {
  if (url.protocol !== 'file:') {
    return { kind: 'link', link: url.href, name: urlName(url) || url.href };
  }
  const path = files === null ? url.pathname : files.pathOf(url);
  return { kind: 'file', path, name: baseName(path) };
}

async function blobContent(blob: Blob): Promise<ResolvedContent> {
  const name = 'name' in blob && typeof blob.name === 'string' ? blob.name : null;
  if (blob.size > wholeBytes) {
    const open = () => blob.stream() as unknown as AsyncIterable<Uint8Array>;
    return { kind: 'body', body: { open, size: blob.size }, name };
  }
  return { kind: 'body', body: new Uint8Array(await blob.arrayBuffer()), name };
}

/**
 * Returns what a value is as the content of an asset.
 *
 * @throws RestApiException `invalid` for a value that is not content
 */
export async function resolveContent(
  context: OperationContext<ExperimentSubject>,
  files: ContentFiles | null,
  content: AssetContent,
): Promise<ResolvedContent> {
  if (typeof content === 'string') return { kind: 'file', path: content, name: content };
  if (content instanceof URL) return urlContent(content, files);
  if (content instanceof ArrayBuffer || ArrayBuffer.isView(content)) {
    return { kind: 'body', body: bytesOf(content), name: null };
  }
  if (content instanceof Blob) return await blobContent(content);
  if (isObject(content) && isStream(content)) return { kind: 'stream', stream: content, name: null };
  if (Array.isArray(content) || isObject(content)) {
    return { kind: 'body', body: new TextEncoder().encode(jsonText(context, 'the content', content)), name: null };
  }
  throw context.failure(
    'invalid',
    'the content must be a path, a URL, bytes, a Blob, a stream, or an object or array to store as JSON',
  );
}

/**
 * Returns the name of content: the one that was given, else that of the content.
 *
 * @param option name of the option that gives one
 * @throws RestApiException `invalid` for content that has none
 */
export function nameOf(
  { failure }: Pick<OperationContext<ExperimentSubject>, 'failure'>,
  content: ResolvedContent,
  option: string,
  chosenName?: string,
): string {
  const name = chosenName ?? content.name;
  if (name === null) throw failure('invalid', `content without a file name needs a name: give ${option}`);
  return name;
}

/**
 * Yields the chunks of a stream until the call is aborted.
 *
 * @throws RestApiException `invalid` for a chunk that is not bytes
 */
export async function* checkedChunks(
  { failure, signal }: Pick<OperationContext<ExperimentSubject>, 'failure' | 'signal'>,
  stream: AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await abortable(chunks.next(), signal);
      if (done) return;
      if (!(value instanceof Uint8Array)) {
        throw failure('invalid', 'the chunks of the stream must be of type Uint8Array');
      }
      yield value;
    }
  } finally {
    // Not awaited: a stream that waits for its next chunk ends only after it.
    Promise.resolve(chunks.return?.()).catch(() => {});
  }
}

/**
 * Collects a stream where there is no disk to hold it.
 *
 * @throws RestApiException `invalid` for a stream that is too long for the memory
 */
export async function collectStream(
  { failure }: Pick<OperationContext<ExperimentSubject>, 'failure'>,
  stream: AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > longestStreamBytes) throw failure('invalid', 'the stream has more than 512 MB; give a Blob');
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}
