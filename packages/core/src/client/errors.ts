import { sdkErrorCode } from '../contract/sdk-error-code.ts';
import { isNetworkError } from './network-error.ts';

/** Why a call failed, as a closed set: what a program branches on. */
export type RestErrorCode =
  /** 401: the key is missing or not valid there. */
  | 'unauthorized'
  /** 402: the plan does not include it. */
  | 'payment-required'
  /** 403: the key may not do this. */
  | 'forbidden'
  /** What was named is not there: 404, or 400 with an `sdk_error_code` that says so. */
  | 'not-found'
  /** 429: too many calls. */
  | 'rate-limited'
  /** Another 4xx, or an argument refused before anything was sent. */
  | 'invalid'
  /** 5xx. */
  | 'server'
  /** No connection. */
  | 'unreachable'
  /** No answer in time. */
  | 'timeout'
  /** The caller's signal. */
  | 'aborted'
  /** An answer that is not what the contract says. */
  | 'malformed'
  /** An error of this program, such as a `TypeError`; its `cause` is that error. */
  | 'internal';

/** How far an operation on many experiments came before it failed: their keys, each once, in the order that they were given. */
export interface KeyProgress {
  /** Changed as asked. */
  readonly done: readonly string[];
  /** Refused, or without an answer: then it may have been changed all the same. */
  readonly failed: readonly string[];
  /** Not begun, since another had failed. */
  readonly left: readonly string[];
}

/** What is known when a call fails. */
export interface RestFailure {
  readonly code: RestErrorCode;
  /** Name of the operation in the interface, `getMetrics`; empty below the classes. */
  readonly operation?: string;
  /** What happened, without a full stop. */
  readonly reason: string;
  /** HTTP status; null when no answer came. */
  readonly status?: number | null;
  /** `sdk_error_code` of the answer; 0 when it gave none. */
  readonly sdkErrorCode?: number;
  /** How long the service asks to wait. */
  readonly retryAfterMillis?: number | null;
  /** What to do, without a full stop, where it is not what the code asks for. */
  readonly remedy?: string;
  /** Of an operation on many experiments. */
  readonly progress?: KeyProgress | null;
  /** What the answer told beside its message. */
  readonly data?: unknown;
  readonly cause?: unknown;
}

const brand = Symbol.for('@tracklens/RestApiException');

const remedies: Readonly<Record<RestErrorCode, string>> = {
  unauthorized: 'Check the API key: sign in again, or set SERVICE_API_KEY or api_key in .service.config',
  'payment-required': 'The plan of this workspace does not include it',
  forbidden: 'Ask an owner of the workspace for access',
  'not-found': 'Check the name or key, and that the account may see it',
  'rate-limited': 'Wait a little and try again',
  invalid: 'Correct the call',
  server: 'Try again; if it stays, look at the log of the service',
  unreachable: 'Check that the service runs and that SERVICE_URL_OVERRIDE names it',
  timeout: 'Try again, or ask for less at once',
  aborted: 'It was cancelled',
  malformed: 'Check that the address belongs to an experiment-tracking service, and its version',
  internal: 'This is an error of the program and not of the service: see the stack trace of its cause',
};

/** Returns what the code alone asks to do: an error with another remedy was given words of its own. */
export function usualRemedy(code: RestErrorCode): string {
  return remedies[code];
}

const insufficientStorage = 507;

function remedyOf({ code, status, remedy }: RestFailure): string {
  if (remedy !== undefined) return remedy;
  // Sent again at once it would fail again.
  if (status === insufficientStorage) return 'Send it again when the disk of the service has room';
  return remedies[code];
}

/**
 * What every operation throws when the service refuses or cannot be asked (section 7 of the interface). The message begins with
 * the operation and ends with what to do; it never holds the API key. Errors of the file system pass as they are.
 */
export class RestApiException extends Error {
  override readonly name = 'RestApiException';
  readonly code: RestErrorCode;
  readonly operation: string;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  readonly sdkErrorCode: number;
  readonly retryAfterMillis: number | null;
  /** The cause alone, without the operation and the remedy. */
  readonly reason: string;
  /** What to do. */
  readonly remedy: string;
  /** What became of each experiment, of an operation that changes many of them; else null. */
  readonly progress: KeyProgress | null;
  /** What the service told beside the reason; null when nothing. */
  readonly data: unknown;

  private constructor(failure: RestFailure) {
    const remedy = remedyOf(failure);
    const start = failure.operation ? `${failure.operation}: ` : '';
    const { cause } = failure;
    super(`${start}${failure.reason}. ${remedy}.`, cause === undefined ? {} : { cause });
    this.code = failure.code;
    this.operation = failure.operation ?? '';
    this.status = failure.status ?? null;
    this.sdkErrorCode = failure.sdkErrorCode ?? 0;
    this.retryAfterMillis = failure.retryAfterMillis ?? null;
    this.reason = failure.reason;
    this.remedy = remedy;
    this.progress = failure.progress ?? null;
    this.data = failure.data ?? null;
    Object.defineProperty(this, brand, { value: true });
  }

  /**
   * Returns the exception for a failure, or for anything thrown. A `RestApiException` only gains its operation. What is not known
   * to be an abort, a timeout or a network error has the code `internal`.
   */
  static from(failure: unknown, operation = ''): RestApiException {
    if (isRestApiException(failure)) {
      return failure.operation !== '' || operation === '' ? failure : failureWith(failure, { operation });
    }
    if (isFailure(failure)) return new RestApiException(operation === '' ? failure : { ...failure, operation });
    const name = (failure as { name?: unknown } | null)?.name;
    const message = (failure instanceof Error ? failure.message : String(failure)) || 'the call failed';
    const known = name === 'AbortError' ? 'aborted' : name === 'TimeoutError' ? 'timeout' : null;
    const code = known ?? (isNetworkError(failure) ? 'unreachable' : 'internal');
    const reason =
      code === 'internal' ? `unexpected error (${failure instanceof Error ? name : 'thrown'}: ${message})` : message;
    return new RestApiException({ code, operation, reason, cause: failure });
  }
}

function isFailure(value: unknown): value is RestFailure {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Error) &&
    typeof (value as RestFailure).code === 'string' &&
    (value as RestFailure).code in remedies
  );
}

/** Whether something thrown is a `RestApiException`, of this realm or another. */
export function isRestApiException(error: unknown): error is RestApiException {
  return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[brand] === true;
}

/** The same failure with something said otherwise. */
export function failureWith(failure: RestApiException, changes: Partial<RestFailure>): RestApiException {
  const { code, operation, reason, status, sdkErrorCode, retryAfterMillis, remedy, progress, data, cause } = failure;
  const answer = { status, sdkErrorCode, retryAfterMillis, data };
  return RestApiException.from({ code, operation, reason, ...answer, remedy, progress, cause, ...changes });
}

/** A failure under the name of the operation that was called, whatever inner one it happened in; anything else as it is. */
export function underName(error: unknown, operation: string): unknown {
  if (!isRestApiException(error) || error.operation === operation) return error;
  return failureWith(error, { operation });
}

/** What services refuse with the status 400 when it is not there. */
const absences: ReadonlySet<number> = new Set([
  sdkErrorCode.noSuchExperiment,
  sdkErrorCode.noSuchWorkspace,
  sdkErrorCode.noSuchModelVersion,
  sdkErrorCode.noSuchModel,
  sdkErrorCode.noSuchArtifact,
  sdkErrorCode.noSuchArtifactVersion,
]);

/** The code for an HTTP status of 400 and above, and for what the service says more exactly. */
export function codeOfStatus(status: number, code: number = sdkErrorCode.none): RestErrorCode {
  if (status === 400 && absences.has(code)) return 'not-found';
  // A service may also refuse an unknown key with 400 or 403; the code alone says why.
  if (status === 401 || code === sdkErrorCode.unknownKey) return 'unauthorized';
  if (status === 402) return 'payment-required';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server' : 'invalid';
}

/** What a call gives whose caller has left. */
export function cancelled(cause?: unknown): RestApiException {
  return RestApiException.from({ code: 'aborted', reason: 'the call was cancelled', cause });
}
