import { RestApiException, type RestErrorCode } from '@tracklens/core/client';
import { type ConnectionErrorKind, ConnectionProblem } from './connection.ts';

/**
 * Converts the error of a missing client into a `RestApiException`, so that panels and trees show it like a service
 * error.
 */
export function restFailure(error: unknown): RestApiException {
  if (!(error instanceof ConnectionProblem)) return RestApiException.from(error);
  const { kind, message, retryAfterMillis } = error;
  return RestApiException.of({ code: codeOf(kind), reason: message, retryAfterMillis, cause: error });
}

function codeOf(kind: ConnectionErrorKind): RestErrorCode {
  if (kind === 'signedOut' || kind === 'misconfigured') return 'unauthorized';
  return kind === 'failed' ? 'server' : kind;
}
