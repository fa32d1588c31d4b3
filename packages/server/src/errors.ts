import { sdkErrorCode } from '@tracklens/core/contract';

export { sdkErrorCode } from '@tracklens/core/contract';

/** A refusal that the caller is told: the status of the answer, and the code that clients of the wire act on. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly sdkErrorCode: number;
  /** What the answer carries beside its body. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the answer tells beside its message; null when nothing. */
  readonly data: unknown;

  constructor(
    status: number,
    message: string,
    code: number = sdkErrorCode.none,
    { headers = {}, data = null }: { headers?: Readonly<Record<string, string>>; data?: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.sdkErrorCode = code;
    this.headers = headers;
    this.data = data;
  }
}

/** 400: the request cannot be carried out as it stands. */
export function badRequest(message: string, code?: number): ServiceError {
  return new ServiceError(400, message, code);
}

/** 404: what the request names is not there. */
export function notFound(message: string, code?: number): ServiceError {
  return new ServiceError(404, message, code);
}

const wrongKey = 'The API key is missing or not the one of this service';

/** 401 for a caller without the key. */
export const invalidKey = new ServiceError(401, wrongKey, sdkErrorCode.unknownKey);

/** The same where a run starts: with 400 and this code the Python SDK tells its user to check the key. */
export const keyRefusedAtStart = badRequest(wrongKey, sdkErrorCode.unknownKey);

/** 404 for an experiment key that nobody has logged to. */
export function noSuchExperiment(experimentKey: string): ServiceError {
  return notFound(`There is no experiment ${experimentKey}`, sdkErrorCode.noSuchExperiment);
}

/** The answer to a failure of our own: nothing of the error leaves the process. */
export const internalError = new ServiceError(500, 'The service failed; its log says why');

/** Whether a failure means a full disk, as the file system, SQLite or PostgreSQL report it. */
export function saysFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  const sqliteFull = 13;
  const postgresFull = '53100';
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    code === postgresFull ||
    (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' && (errcode & 0xff) === sqliteFull)
  );
}

/** Whether a file could not grow: the system or the file system limits its size. SQLite only says that it could not write. */
function saysUnwritable(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  const sqliteWriteFailed = 778;
  return code === 'EFBIG' || (code === 'ERR_SQLITE_ERROR' && errcode === sqliteWriteFailed);
}

/** PostgreSQL's `character_not_in_repertoire`: what is sent is well formed, so that only U+0000 can be meant. */
const saysUnkept = (error: unknown) => (error as { code?: unknown } | null)?.code === '22021';

/** 400 for a text that PostgreSQL keeps none of. */
export const textWithNul = badRequest('The database of the service keeps no text with the character U+0000');

/** What a failure of the file system or of the database tells the caller; null where the fault is the service's own. */
export function errorResponseOf(error: unknown): ServiceError | null {
  if (saysUnkept(error)) return textWithNul;
  if (saysFull(error)) {
    return new ServiceError(
      507,
      'The disk of the service is full and nothing of this was kept: free space where its data lies',
    );
  }
  if (saysUnwritable(error)) {
    return new ServiceError(
      507,
      'The service could not write to its disk and nothing of this was kept: check the free space and the limits on the size of files where its data lies',
    );
  }
  return null;
}
