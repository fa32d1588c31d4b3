import { RestApiException } from '@tracklens/core/client';
import { ConnectionProblem } from './connection.ts';

/**
 * Converts the error of a missing client into a `RestApiException`, so that panels and trees show it like a service
 * error.
 */
export function restFailure(error: unknown): RestApiException {
  if (!(error instanceof ConnectionProblem)) return RestApiException.from(error);
  const { code, message, remedy, retryAfterMillis } = error;
  const failure = { reason: message, retryAfterMillis, cause: error };
  // Views have words of their own for the other codes.
  if (code === 'signed-out' || code === 'misconfigured')
    return RestApiException.of({ ...failure, code: 'unauthorized', remedy });
  return RestApiException.of({ ...failure, code: code === 'failed' ? 'server' : code });
}
