import { sdkErrorCode } from '../contract/sdk-error-code.ts';
import { isNetworkError } from './network-error.ts';
import { reasonOf } from './reason.ts';

/** Reason why a call failed. A closed set for programs to branch on. */
export type RestErrorCode =
  /** 401: the API key is missing or not valid for this service. */
  | 'unauthorized'
  /** 402: the plan does not include the operation. */
  | 'payment-required'
  /** 403: the API key does not permit the operation. */
  | 'forbidden'
  /** The named object does not exist: 404, or 400 with an `sdk_error_code` that means so. */
  | 'not-found'
  /** 429: too many calls. */
  | 'rate-limited'
  /** Another 4xx, or an argument that was rejected before anything was sent. */
  | 'invalid'
  /** 5xx. */
  | 'server'
  /** No connection. */
  | 'unreachable'
  /** No response in time. */
  | 'timeout'
  /** The call was cancelled, usually by the signal of the caller. */
  | 'aborted'
  /** The response does not match the contract. */
  | 'malformed'
  /** Error of this program, such as a `TypeError`. Its `cause` is that error. */
  | 'internal';

/** Progress of an operation on many experiments before it failed. Each key occurs once, in the order given. */
export interface KeyProgress {
  /** Keys of the experiments that were changed. */
  readonly done: readonly string[];
  /**
   * Keys of the experiments that were rejected or got no response. Without a response, the change may still have
   * happened.
   */
  readonly failed: readonly string[];
  /** Keys of the experiments that were not started, because another one had failed. */
  readonly left: readonly string[];
}

/** Details of a failed call. */
export interface RestFailure {
  /** Reason, for programs to branch on. */
  readonly code: RestErrorCode;
  /** Name of the operation in the public API, such as `getMetrics`. Empty below the public classes. */
  readonly operation?: string;
  /** Description of the failure, without a full stop. */
  readonly reason: string;
  /** HTTP status. Null if there was no response. */
  readonly status?: number | null;
  /** `sdk_error_code` of the response. 0 if there was none. */
  readonly sdkErrorCode?: number;
  /** Delay in milliseconds that the service requests before a retry. */
  readonly retryAfterMillis?: number | null;
  /** Remedy, without a full stop. Default: the usual remedy of the code. */
  readonly remedy?: string;
  /** Id of the request in the log of the service. Null if the service gave none. */
  readonly requestId?: string | null;
  /** Progress of an operation on many experiments. */
  readonly progress?: KeyProgress | null;
  /** Additional data, such as the `data` field of the error response. */
  readonly data?: unknown;
  /** Error that caused the failure. */
  readonly cause?: unknown;
}

/** Creates an exception. Only the static methods of `RestApiException` call it. */
let construct: (failure: RestFailure) => RestApiException;

const brand = Symbol.for('@tracklens/RestApiException');

const remedies: Readonly<Record<RestErrorCode, string>> = {
  unauthorized: 'Check the API key: sign in again, or set SERVICE_API_KEY or api_key in .service.config',
  'payment-required': 'The plan of this workspace does not include it',
  forbidden: 'Ask an owner of the workspace for access',
  'not-found': 'Check the name or key, and that the account may see it',
  'rate-limited': 'Wait a little and try again',
  invalid: 'Correct the arguments of the call',
  server: 'Try again; if the error persists, look at the log of the service',
  unreachable: 'Check that the service runs and that SERVICE_URL_OVERRIDE names it',
  timeout: 'Try again, or ask for less at once',
  aborted: 'Call it again when its result is needed',
  malformed: 'Check that the address belongs to an experiment-tracking service, and its version',
  internal: 'This is an error of the program and not of the service: see the stack trace of its cause',
};

/** Returns the default remedy of an error code. An error with another remedy was given a specific one. */
export function usualRemedy(code: RestErrorCode): string {
  return remedies[code];
}

const insufficientStorage = 507;

function remedyOf({ code, status, remedy, data }: RestFailure): string {
  if (remedy !== undefined) return remedy;
  const { link } = (data ?? {}) as { readonly link?: unknown };
  if (code === 'not-found' && typeof link === 'string') return `Read it from ${JSON.stringify(link)}`;
  // An immediate retry would fail again.
  if (status === insufficientStorage) return 'Send it again when the disk of the service has free space';
  return remedies[code];
}

/** Returns whether an argument was rejected before anything was sent. The reason then already states the correction. */
function isArgumentError({ code, status = null, remedy = remedies.invalid }: RestFailure): boolean {
  return code === 'invalid' && status === null && remedy === remedies.invalid;
}

/**
 * Error of every operation when the service rejects the request or cannot be reached. The message starts with the
 * operation and ends with the remedy. It never contains the API key. File system errors are rethrown as they are.
 */
export class RestApiException extends Error {
  /** Name of the class. */
  override readonly name = 'RestApiException';
  /** Reason, for programs to branch on. */
  readonly code: RestErrorCode;
  /** Name of the operation, such as `getMetrics`. Empty when it is unknown. */
  readonly operation: string;
  /** HTTP status. Null if there was no response. */
  readonly status: number | null;
  /** `sdk_error_code` of the response. 0 if there was none. */
  readonly sdkErrorCode: number;
  /** Delay in milliseconds that the service requests before a retry, or null. */
  readonly retryAfterMillis: number | null;
  /** Id of the request in the log of the service. Null if there was no response, or none in it. */
  readonly requestId: string | null;
  /** The reason alone, without the operation and the remedy. */
  readonly reason: string;
  /** Remedy: what the caller can do. */
  readonly remedy: string;
  /** Progress of an operation that changes many experiments, or null. */
  readonly progress: KeyProgress | null;
  /** Additional data, such as the `data` field of the error response, or null. */
  readonly data: unknown;

  static {
    // A class that names itself within its body gets another name in bundles.
    construct = (failure) => new this(failure);
  }

  private constructor(failure: RestFailure) {
    const remedy = remedyOf(failure);
    const start = failure.operation ? `${failure.operation}: ` : '';
    const { cause } = failure;
    // The log of the service has the details of its own failures.
    const id = failure.requestId && (failure.status ?? 0) >= 500 ? ` (request ${failure.requestId})` : '';
    const advice = isArgumentError(failure) ? '' : ` ${remedy}.`;
    super(`${start}${failure.reason}${id}.${advice}`, cause === undefined ? {} : { cause });
    this.code = failure.code;
    this.operation = failure.operation ?? '';
    this.status = failure.status ?? null;
    this.sdkErrorCode = failure.sdkErrorCode ?? 0;
    this.retryAfterMillis = failure.retryAfterMillis ?? null;
    this.requestId = failure.requestId ?? null;
    this.reason = failure.reason;
    this.remedy = remedy;
    this.progress = failure.progress ?? null;
    this.data = failure.data ?? null;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Returns the exception of a failed call. */
  static of(details: RestFailure): RestApiException {
    return construct(details);
  }

  /**
   * Returns the exception for a thrown value. An existing `RestApiException` only gets the operation if it has none. A
   * value that is not recognized as an abort, a timeout or a network error gets the code `internal`.
   */
  static from(thrown: unknown, operation = ''): RestApiException {
    if (isRestApiException(thrown)) {
      return thrown.operation !== '' || operation === '' ? thrown : copyWith(thrown, { operation });
    }
    const name = (thrown as { name?: unknown } | null)?.name;
    const message = reasonOf(thrown) || 'the call failed';
    const known = name === 'AbortError' ? 'aborted' : name === 'TimeoutError' ? 'timeout' : null;
    const code = known ?? (isNetworkError(thrown) ? 'unreachable' : 'internal');
    const reason =
      code === 'internal' ? `unexpected error (${thrown instanceof Error ? name : 'thrown'}: ${message})` : message;
    return construct({ code, operation, reason, cause: thrown });
  }
}

/** Returns whether a thrown value is a `RestApiException`, including one of another realm or copy of this package. */
export function isRestApiException(error: unknown): error is RestApiException {
  return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[brand] === true;
}

/** Returns a copy of an exception with some details replaced. */
export function copyWith(failure: RestApiException, changes: Partial<RestFailure>): RestApiException {
  const { code, operation, reason, status, sdkErrorCode, retryAfterMillis, requestId } = failure;
  const { remedy, progress, data, cause } = failure;
  const response = { status, sdkErrorCode, retryAfterMillis, requestId, data };
  return RestApiException.of({ code, operation, reason, ...response, remedy, progress, cause, ...changes });
}

/**
 * Returns the exception with the operation that the caller called, in place of an inner one. Returns any other value
 * unchanged.
 */
export function withOperation(error: unknown, operation: string): unknown {
  if (!isRestApiException(error) || error.operation === operation) return error;
  return copyWith(error, { operation });
}

/** Codes for missing objects that services send with status 400. */
const absences: ReadonlySet<number> = new Set([
  sdkErrorCode.noSuchExperiment,
  sdkErrorCode.noSuchWorkspace,
  sdkErrorCode.noSuchModelVersion,
  sdkErrorCode.noSuchModel,
  sdkErrorCode.noSuchArtifact,
  sdkErrorCode.noSuchArtifactVersion,
]);

/** Returns the error code for an HTTP status of 400 or above and the more specific `sdk_error_code`. */
export function codeOfStatus(status: number, code: number = sdkErrorCode.none): RestErrorCode {
  if (status === 400 && absences.has(code)) return 'not-found';
  // A service may also reject an unknown key with 400 or 403. Only `sdk_error_code` shows the reason.
  if (status === 401 || code === sdkErrorCode.unknownKey) return 'unauthorized';
  if (status === 402) return 'payment-required';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server' : 'invalid';
}

/** Returns the exception of a cancelled call. */
export function cancelled(cause?: unknown): RestApiException {
  return RestApiException.of({ code: 'aborted', reason: 'the call was cancelled', cause });
}
