import { cancelled, isRestApiException, RestApiException } from './errors.ts';
import { isNetworkError, isUnpackingError } from './network-error.ts';
import type { WireRequest } from './transport.ts';

/** Returns what ended an exchange with a service at `root`: the caller, the clock, the connection or an error of the program. */
export function exchangeFailure(
  error: unknown,
  request: WireRequest,
  signal: AbortSignal | undefined,
  root: string,
): RestApiException {
  if (isRestApiException(error)) return error;
  if (signal?.aborted) return cancelled(error);
  const name = (error as { name?: unknown } | null)?.name;
  if (name === 'TimeoutError' || name === 'AbortError') {
    const seconds = Number((request.timeoutMillis / 1000).toPrecision(2));
    return RestApiException.from({
      code: 'timeout',
      reason: `no answer from ${root} within ${seconds} s`,
      cause: error,
    });
  }
  if (!isNetworkError(error)) return RestApiException.from(error);
  return RestApiException.from({ code: 'unreachable', reason: `${root} cannot be reached`, cause: error });
}

/** Returns what ended an answer that had begun. The service was reached: its address is not what has to be checked. */
export function answerFailure(
  error: unknown,
  request: WireRequest,
  signal: AbortSignal | undefined,
  root: string,
): RestApiException {
  const failure = exchangeFailure(error, request, signal, root);
  if (isRestApiException(error) || failure.code === 'aborted' || failure.code === 'timeout') return failure;
  if (isUnpackingError(error)) {
    return RestApiException.from({ code: 'malformed', reason: 'the answer cannot be unpacked', cause: error });
  }
  if (failure.code !== 'unreachable') return failure;
  const reason = 'the connection broke off amid the answer';
  return RestApiException.from({ code: 'unreachable', reason, cause: error });
}
