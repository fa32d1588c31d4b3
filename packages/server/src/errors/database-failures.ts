import { ServiceError, sdkErrorCode } from './service-error.ts';

/*
 * Errors of an unavailable PostgreSQL, with messages that name it. A client may retry a request that got a 503, since
 * nothing of it was stored. The pool reconnects by itself, so the service recovers as soon as the database does.
 */

/** Thrown when the connection was lost during a commit, so that the data may have been stored or not. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

const later = 'Try again in a moment';
const retryAfterSeconds = 2;

const unreachable = `The database of the service cannot be reached. ${later}`;
const startsOrStops = `The database of the service is starting or shutting down. ${later}`;
const tooMany = `The database of the service accepts no more connections. ${later}`;
const lost = `The connection to the database of the service was lost, and nothing was stored. ${later}`;
const readOnly = `The database of the service is read-only now. ${later}`;
const rejectsCredentials =
  'The database of the service denied access: check the password, name and permissions in the address that the service was started with';
const unknown =
  'The connection to the database of the service was lost while this was being stored: check whether it is stored before sending it again';

/** Messages by the error code of the operating system, the resolver or PostgreSQL. */
const byCode: ReadonlyMap<string, string> = new Map([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].map(
    (code) => [code, unreachable] as const,
  ),
  ...['ECONNRESET', 'EPIPE', '08000', '08003', '08006', '08P01'].map((code) => [code, lost] as const),
  // Ended by an administrator, ended after the crash of another process, not accepting connections yet or any more.
  ...['57P01', '57P02', '57P03', '08001', '08004'].map((code) => [code, startsOrStops] as const),
  ['53300', tooMany],
  ['25006', readOnly],
]);

/** Codes for a wrong password, a rejected authentication, a missing database and missing permissions. */
const rejectionCodes: ReadonlySet<string> = new Set(['28000', '28P01', '3D000', '42501']);

/** Messages by the error text of the library, for errors without a code. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [/^timeout (?:exceeded|expired) when trying to connect|^timeout expired$/, unreachable],
  [/^Connection terminated due to connection timeout/, unreachable],
  [/^Connection terminated|^Client has encountered a connection error|^Client was closed/, lost],
];

/**
 * Converts an error of the database into the error for the client. Null for an error that is neither temporary nor
 * caused by the database's configuration.
 */
export function databaseErrorResponse(error: unknown): ServiceError | null {
  if (error instanceof CommitUnknown) return new ServiceError(502, unknown);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && rejectionCodes.has(code)) return new ServiceError(503, rejectsCredentials);
  const explanation =
    (typeof code === 'string' ? byCode.get(code) : undefined) ??
    byMessage.find(([pattern]) => pattern.test(String(message)))?.[1];
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return explanation === undefined ? null : new ServiceError(503, explanation, sdkErrorCode.none, { headers });
}
