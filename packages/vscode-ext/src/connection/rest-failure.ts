import { RestApiException, type RestErrorCode } from '@tracklens/core/client';
import { type ConnectionErrorCode, ConnectionProblem } from './connection.ts';

/**
 * Converts the error of a missing client into a `RestApiException`, so that panels and trees show it like a service
 * error.
 */
export function restFailure(error: unknown): RestApiException {
  if (!(error instanceof ConnectionProblem)) return RestApiException.from(error);
  const { code, message, retryAfterMillis } = error;
  return RestApiException.of({ code: restCodeOf(code), reason: message, retryAfterMillis, cause: error });
}

function restCodeOf(code: ConnectionErrorCode): RestErrorCode {
  if (code === 'signed-out' || code === 'misconfigured') return 'unauthorized';
  return code === 'failed' ? 'server' : code;
}
