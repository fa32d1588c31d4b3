import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { notFound, ServiceError, sdkErrorCode } from '../errors/service-error.ts';
import type { Store } from '../store/database/store.ts';
import { contentPath, readContent } from '../store/files/contents.ts';

/**
 * Parses a `Range` header. Returns the range with both ends inclusive, null for the whole file, or `unsatisfiable`
 * for a range past its end.
 */
function rangeOf(header: string | null, size: number): { start: number; end: number } | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  const last = size - 1;
  if (match[1] === '') {
    const length = Number(match[2]);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: last };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? last : Math.min(Number(match[2]), last);
  if (start > last) return 'unsatisfiable';
  return start > end ? null : { start, end };
}

/** Returns whether an `If-None-Match` header lists an entity tag. Weak tags match too. */
function listsTag(header: string | null, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}

/** Extensions of text files, including HTML and SVG. */
const textExtension =
  /^(?:txt|text|log|md|rst|csv|tsv|html?|svg|xml|css|js|mjs|ts|tsx|jsx|py|pyi|r|rmd|java|c|h|cc|cpp|hpp|cs|go|rs|rb|sh|sql|tex|ya?ml|toml|ini|cfg|conf|diff|patch)$/;
/**
 * Asset types that clients read as JSON whatever their file name: the Python SDK also parses JSON from
 * `octet-stream`, but not from text.
 */
const jsonTypes = new Set(['curve', 'histogram3d', 'histogram_combined_3d', 'embeddings', 'confusion-matrix']);

function contentType({ extension, type }: { readonly extension: string; readonly type: string }): string {
  if (extension === 'json') return 'application/json';
  return textExtension.test(extension) && !jsonTypes.has(type)
    ? 'text/plain; charset=utf-8'
    : 'application/octet-stream';
}

/**
 * Returns a stored file as a response to a request with these headers: the whole file, the requested range, or 304 if
 * the client has the file. A range is ignored if `If-Range` names another content: the client would join two files. The
 * content type is one that no browser executes: logged HTML or SVG may contain scripts, so it is sent as plain text.
 * JSON keeps its own type, since clients check for it.
 */
export async function contentReply(
  store: Store,
  file: { readonly sha256: string; readonly extension: string; readonly type: string },
  request: Headers,
): Promise<Response> {
  const found = await stat(contentPath(store, file.sha256)).catch(() => null);
  if (found === null) throw notFound('The bytes of this asset are missing from the data folder');
  const { size } = found;
  const etag = `"${file.sha256}"`;
  if (listsTag(request.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: { etag } });
  const headers = {
    'content-type': contentType(file),
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag,
  };
  const isUnchanged = (request.get('if-range') ?? etag) === etag;
  const wanted = isUnchanged ? rangeOf(request.get('range'), size) : null;
  if (wanted === 'unsatisfiable') {
    const headers = { 'content-range': `bytes */${size}` };
    throw new ServiceError(416, `The range is past the end of the file, ${size} bytes`, sdkErrorCode.none, {
      headers,
    });
  }
  const part = wanted ?? { start: 0, end: size - 1 };
  const body =
    size === 0 ? null : (Readable.toWeb(readContent(store, file.sha256, part)) as ReadableStream<Uint8Array>);
  return new Response(body, {
    status: wanted === null ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(part.end - part.start + 1),
      ...(wanted === null ? {} : { 'content-range': `bytes ${part.start}-${part.end}/${size}` }),
    },
  });
}
