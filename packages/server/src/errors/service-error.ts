import { sdkErrorCode } from '@tracklens/core/contract';

export { sdkErrorCode } from '@tracklens/core/contract';

/** Error that is sent to the client: the status of the response, and the code that clients act on. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly sdkErrorCode: number;
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Data of the response in addition to its message; null when there is none. */
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

/** Returns a 400 error: the request cannot be carried out in this form. */
export function badRequest(message: string, code?: number): ServiceError {
  return new ServiceError(400, message, code);
}

/** Returns a 404 error: what the request names does not exist. */
export function notFound(message: string, code?: number): ServiceError {
  return new ServiceError(404, message, code);
}

const wrongKey = 'The API key is missing or does not belong to this service';

/** 401 for a client without the key. */
export const invalidKey = new ServiceError(401, wrongKey, sdkErrorCode.unknownKey);

/** The same where a run starts: on 400 with this code the Python SDK asks its user to check the key. */
export const keyRejectedAtStart = badRequest(wrongKey, sdkErrorCode.unknownKey);

/** Returns the 404 error for an unknown experiment key. */
export function noSuchExperiment(experimentKey: string): ServiceError {
  return notFound(`There is no experiment ${experimentKey}`, sdkErrorCode.noSuchExperiment);
}

/** Returns the 400 error for an experiment key that is in use. */
export function experimentExists(experimentKey: string): ServiceError {
  return badRequest(`The experiment ${experimentKey} already exists`, sdkErrorCode.experimentExists);
}

/** Response to an internal failure: no details of the error are sent to the client. */
export const internalError = new ServiceError(500, 'The service failed; see its log');

/** Returns whether an error means a full disk, as reported by the file system, SQLite or PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
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

/**
 * Returns whether a file could not grow because the system or the file system limits its size. SQLite only reports
 * that a write failed.
 */
function isUnwritable(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  const sqliteWriteFailed = 778;
  return code === 'EFBIG' || (code === 'ERR_SQLITE_ERROR' && errcode === sqliteWriteFailed);
}

/** PostgreSQL's `character_not_in_repertoire`: the text sent is well formed, so only U+0000 can be the cause. */
const isUnstorable = (error: unknown) => (error as { code?: unknown } | null)?.code === '22021';

/** 400 for a text that PostgreSQL cannot store. */
export const textWithNul = badRequest('The database of the service cannot store the character U+0000 in texts');

/**
 * Converts an error of the file system or of the database into the error for the client; null for an internal
 * failure.
 */
export function errorResponseOf(error: unknown): ServiceError | null {
  if (isUnstorable(error)) return textWithNul;
  if (isDiskFull(error)) {
    return new ServiceError(
      507,
      'The disk of the service is full and nothing was stored: free space on the disk of its data folder',
    );
  }
  if (isUnwritable(error)) {
    return new ServiceError(
      507,
      'The service could not write to its disk and nothing was stored: check the free space and the file size limits of its data folder',
    );
  }
  return null;
}
