import { ServiceError, sdkErrorCode } from './errors.ts';

/*
 * A PostgreSQL that cannot be asked, in words that name it: whoever is told 503 may send the same again, since nothing of it was
 * kept. The pool connects anew by itself, so the service works on as soon as the database does.
 */

/** What was sent may have been kept or not: the connection was lost while it was being confirmed. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

const later = 'Try again in a moment';
const retryAfterSeconds = 2;

const unreachable = `The database of the service cannot be reached. ${later}`;
const startsOrStops = `The database of the service is starting or shutting down. ${later}`;
const tooMany = `The database of the service takes no more connections. ${later}`;
const lost = `The connection to the database of the service was lost, and nothing of this was kept. ${later}`;
const readOnly = `The database of the service takes no changes now. ${later}`;
const refusesUs =
  'The database of the service refuses it: its password, name or rights are not those of the address that the service was started with';
const unknown =
  'The connection to the database of the service was lost while this was being kept: look whether it is there before sending it again';

/** By the code of the operating system, of the resolver or of PostgreSQL. */
const byCode: ReadonlyMap<string, string> = new Map([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].map(
    (code) => [code, unreachable] as const,
  ),
  ...['ECONNRESET', 'EPIPE', '08000', '08003', '08006', '08P01'].map((code) => [code, lost] as const),
  // Ended by an administrator, crashed with others, not accepting connections yet or any more.
  ...['57P01', '57P02', '57P03', '08001', '08004'].map((code) => [code, startsOrStops] as const),
  ['53300', tooMany],
  ['25006', readOnly],
]);

/** No such password, no such way in, no such database, no right to connect. */
const refusals: ReadonlySet<string> = new Set(['28000', '28P01', '3D000', '42501']);

/** What the library says without a code. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [/^timeout (?:exceeded|expired) when trying to connect|^timeout expired$/, unreachable],
  [/^Connection terminated due to connection timeout/, unreachable],
  [/^Connection terminated|^Client has encountered a connection error|^Client was closed/, lost],
];

/** What a failure of the database tells the caller; null where it is none that may pass or that its owner has to know of. */
export function databaseErrorResponse(error: unknown): ServiceError | null {
  if (error instanceof CommitUnknown) return new ServiceError(502, unknown);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && refusals.has(code)) return new ServiceError(503, refusesUs);
  const said =
    (typeof code === 'string' ? byCode.get(code) : undefined) ??
    byMessage.find(([pattern]) => pattern.test(String(message)))?.[1];
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return said === undefined ? null : new ServiceError(503, said, sdkErrorCode.none, { headers });
}
