import { RestApiException, type RestErrorCode } from '@tracklens/core/client';
import { type ConnectionErrorKind, ConnectionProblem } from './connection.ts';

/**
 * Converts the error of a missing client into a `RestApiException`, so that panels and trees show it like a service
 * error.
 */
export function restFailure(error: unknown): RestApiException {
  if (!(error instanceof ConnectionProblem)) return RestApiException.from(error);
  const { kind, message, retryAfterMillis } = error;
  return RestApiException.from({ code: codes[kind], reason: message, retryAfterMillis, cause: error });
}

const codes: Readonly<Record<ConnectionErrorKind, RestErrorCode>> = {
  signedOut: 'unauthorized',
  misconfigured: 'unauthorized',
  unreachable: 'unreachable',
  refused: 'unauthorized',
  limited: 'rate-limited',
  failed: 'server',
};
