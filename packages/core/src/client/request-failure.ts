import { sizeText } from '../contract/size-text.ts';
import { cancelled, isRestApiException, RestApiException } from './errors.ts';
import { isNetworkError, isUnpackingError } from './network-error.ts';
import type { WireRequest } from './transport.ts';

/**
 * Returns the error of a failed request to the service at `root`: an abort, a timeout, a connection error or a
 * program error.
 */
export function requestFailure(
  error: unknown,
  request: WireRequest,
  signal: AbortSignal | undefined,
  root: string,
): RestApiException {
  if (isRestApiException(error)) return error;
  if (signal?.aborted) return cancelled(error);
  const name = (error as { name?: unknown } | null)?.name;
  if (name === 'TimeoutError' || name === 'AbortError') {
    const reason = `no response from ${root} within ${secondsText(request.timeoutMillis)}`;
    return RestApiException.of({ code: 'timeout', reason, cause: error });
  }
  if (!isNetworkError(error)) return RestApiException.from(error);
  return RestApiException.of({ code: 'unreachable', reason: `${root} cannot be reached`, cause: error });
}

/** Progress of a body transfer that stalled. */
export interface StalledTransfer {
  readonly direction: 'sent' | 'received';
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly idleMillis: number;
}

/** Returns the timeout error of a body that transferred no byte for the idle timeout. */
export function stallFailure(
  { direction, bytes, totalBytes, idleMillis }: StalledTransfer,
  root: string,
): RestApiException {
  const problem = direction === 'sent' ? `${root} accepted no data` : `no data from ${root}`;
  const total = totalBytes === null ? '' : ` of ${sizeText(totalBytes)}`;
  const reason = `${problem} for ${secondsText(idleMillis)} after ${sizeText(bytes)}${total}`;
  return RestApiException.of({ code: 'timeout', reason });
}

/** Formats a duration for messages, such as `1.5 s`. */
export function secondsText(millis: number): string {
  return `${Number((millis / 1000).toPrecision(2))} s`;
}

/**
 * Returns the error of a response that failed after it had started. The service was reached, so the message does not
 * blame the address.
 */
export function responseFailure(
  error: unknown,
  request: WireRequest,
  signal: AbortSignal | undefined,
  root: string,
): RestApiException {
  const failure = requestFailure(error, request, signal, root);
  if (isRestApiException(error) || failure.code === 'aborted' || failure.code === 'timeout') return failure;
  if (isUnpackingError(error)) {
    return RestApiException.of({ code: 'malformed', reason: 'the response cannot be decompressed', cause: error });
  }
  if (failure.code !== 'unreachable') return failure;
  const reason = 'the connection was lost during the response';
  return RestApiException.of({ code: 'unreachable', reason, cause: error });
}
