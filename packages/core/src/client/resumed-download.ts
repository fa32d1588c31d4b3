import { sizeText } from '../contract/size-text.ts';
import { unavailableStatuses } from '../contract/unavailable-statuses.ts';
import { cancelled, isRestApiException, RestApiException, type RestErrorCode } from './errors.ts';
import { pause, type RetryOptions } from './retry.ts';
import type { WireBody } from './transport.ts';

/** Response to the request of a file, either complete or from an offset. */
export interface FileResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content, which can be read once. */
  readonly body: WireBody;
}

/** Requests a file from its start, or the rest of it if the headers contain a range. */
export type FetchFile = (headers: Readonly<Record<string, string>>) => Promise<FileResponse>;

/** Progress of a download. */
export interface DownloadProgress {
  /** Bytes that were received. */
  readonly receivedBytes: number;
  /** Size of the file; null when it is unknown. */
  readonly totalBytes: number | null;
}

/** Options of a resumable download. */
export interface ResumedDownload {
  /** Name of the operation, for error messages. */
  readonly operation: string;
  /** Called after each chunk. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** `attempts` counts consecutive attempts without a further byte. */
  readonly retry?: RetryOptions | undefined;
  /** Aborts the pause between two attempts. */
  readonly signal?: AbortSignal | undefined;
}

/** Bytes of a file and their offset. An offset of 0 after other chunks restarts the file. */
export interface FileChunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** The response must not be compressed: ranges and lengths refer to the bytes of the file itself. */
const unpacked = { 'accept-encoding': 'identity' };
const rangeNotSatisfiable = 416;
/** Codes of failures after which the rest of a file is requested. */
const resumedCodes: ReadonlySet<RestErrorCode> = new Set(['unreachable', 'timeout', 'rate-limited'] as const);

/**
 * Downloads a file in chunks. After a lost connection, a timeout or an outage of the service it requests the rest, as
 * long as attempts make progress. It restarts if the file has changed or the service does not support ranges. The size
 * is verified at the end.
 *
 * @throws RestApiException `unreachable`, `timeout`, `rate-limited` or `server` if attempts make no progress,
 * `malformed` for a file longer than its stated length
 */
export async function* resumedDownload(
  fetchFile: FetchFile,
  { operation, onProgress, retry = {}, signal }: ResumedDownload,
): AsyncGenerator<FileChunk, void, undefined> {
  const { attempts = 6, firstPauseMillis = 500, longestPauseMillis = 30_000, random = Math.random } = retry;
  const wait = retry.pause ?? pause;
  let at = 0;
  let total: number | null = null;
  let tag: string | undefined;
  let furthest = 0;
  let fruitless = 0;
  for (;;) {
    let hasResponded = false;
    try {
      const response: FileResponse = await fetchFile(at > 0 && tag ? rest(at, tag) : unpacked);
      hasResponded = true;
      if (!continues(response, { at, total, tag })) {
        at = 0;
        if (response.status !== 200) throw broken(operation, at, total);
        tag = strongTag(response.headers.etag);
        total = lengthOf(response.headers['content-length']);
      }
      for await (const bytes of response.body) {
        yield { offset: at, bytes };
        at += bytes.byteLength;
        onProgress?.({ receivedBytes: at, totalBytes: total });
      }
      if (total !== null && at > total) throw tooMuch(operation, at, total);
      if (total === null || at === total) {
        if (at === 0) yield { offset: 0, bytes: new Uint8Array() };
        return;
      }
      throw broken(operation, at, total);
    } catch (error) {
      if (!isRestApiException(error)) throw error;
      const isTooShort = error.status === rangeNotSatisfiable && at > 0;
      const requestedMillis = error.retryAfterMillis ?? 0;
      const isOutage = resumedCodes.has(error.code) || unavailableStatuses.has(error.status);
      const canResume = isTooShort || (isOutage && requestedMillis <= longestPauseMillis);
      // Before the first response, the transport has already made all its retries.
      if (!canResume || (!hasResponded && furthest === 0)) throw RestApiException.from(error, operation);
      fruitless = at > furthest ? 0 : fruitless + 1;
      furthest = Math.max(furthest, at);
      if (fruitless >= attempts - 1) throw RestApiException.from(error, operation);
      if (isTooShort) tag = undefined;
      const grown = Math.min(random() * firstPauseMillis * 2 ** fruitless, longestPauseMillis);
      await wait(requestedMillis + grown, signal).catch((cause) => {
        throw RestApiException.from(cancelled(cause), operation);
      });
    }
  }
}

/**
 * Returns the bytes of a file in order, for readers that cannot restart.
 *
 * @throws RestApiException `unreachable` also if the download would have to restart
 */
export async function* resumedBody(
  fetchFile: FetchFile,
  download: ResumedDownload,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  for await (const { offset, bytes } of resumedDownload(fetchFile, download)) {
    if (offset !== at) {
      const reason = `the connection was lost after ${sizeText(at)}, and the service cannot continue from there`;
      throw RestApiException.of({ code: 'unreachable', operation: download.operation, reason });
    }
    yield bytes;
    at += bytes.byteLength;
  }
}

function rest(at: number, tag: string): Readonly<Record<string, string>> {
  return { ...unpacked, range: `bytes=${at}-`, 'if-range': tag };
}

/** Returns whether a response continues the file at the current offset. */
function continues(
  { status, headers }: FileResponse,
  { at, total, tag }: { at: number; total: number | null; tag: string | undefined },
): boolean {
  if (at === 0 || tag === undefined || status !== 206 || headers.etag !== tag) return false;
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  if (range === null) return true;
  return Number(range[1]) === at && (range[2] === '*' || total === null || Number(range[2]) === total);
}

/** Returns a strong entity tag, or undefined for a weak one. Equal strong tags mean identical bytes. */
function strongTag(tag: string | undefined): string | undefined {
  return tag?.startsWith('W/') ? undefined : tag;
}

function lengthOf(header: string | undefined): number | null {
  return header === undefined || header === '' ? null : Number(header);
}

function broken(operation: string, received: number, total: number | null): RestApiException {
  const reason = `the download ended after ${sizeText(received)}${total === null ? '' : ` of ${sizeText(total)}`}`;
  return RestApiException.of({ code: 'unreachable', operation, reason });
}

function tooMuch(operation: string, received: number, total: number): RestApiException {
  const reason = `the service sent ${received} bytes of a file of ${total}`;
  return RestApiException.of({ code: 'malformed', operation, reason });
}
