import { RestApiException, type RestErrorCode } from '@tracklens/core/client';
import { type ConnectionErrorKind, ConnectionProblem } from './connection.ts';

/** The error that a request meets when there is no client: panels and trees say why, as for an answer of the service. */
export function restFailure(error: unknown): RestApiException {
  if (!(error instanceof ConnectionProblem)) return RestApiException.from(error);
  const { obstacle, message, retryAfterMillis } = error;
  return RestApiException.from({ code: codes[obstacle], reason: message, retryAfterMillis, cause: error });
}

const codes: Readonly<Record<ConnectionErrorKind, RestErrorCode>> = {
  signedOut: 'unauthorized',
  misconfigured: 'unauthorized',
  unreachable: 'unreachable',
  refused: 'unauthorized',
  limited: 'rate-limited',
  failed: 'server',
};
