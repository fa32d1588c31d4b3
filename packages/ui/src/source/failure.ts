import { type RestErrorCode, usualRemedy } from '@tracklens/core/client';
import type { ReportedError } from '@tracklens/core/display';
import { fieldsOf, textOf } from '@tracklens/core/untrusted-json';
import { dateText, timeText } from '../text/time-text.ts';
import { coreText, type Translate } from '../text/translate.ts';
import { codeMeaning } from './code-meaning.ts';

/** Category of a failure, by what the user can do about it: a code, or that of another with the same remedy. */
export type FailureKind = Exclude<RestErrorCode, 'payment-required' | 'timeout'>;

/** Marks the failures that this module has made. They are not described again when they are thrown. */
const described = Symbol('described');

/** Failure with its description and remedy. Both are full sentences in English. */
export interface Failure {
  readonly [described]: true;
  readonly kind: FailureKind;
  readonly message: string;
  readonly remedy: string;
  /** Whether the message is the service's own text about an error in it, which is not written for this view. */
  readonly isServiceError?: boolean;
  /** Sentence with the meaning of the message, if that is the service's own text, which is in English only. */
  readonly meaning?: string;
  /** Whether an automatic retry can help. */
  readonly passing: boolean;
  /** Time before which the service asks not to be called again. */
  readonly retryAtMillis?: number;
}

function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && described in error;
}

/** Returns whether other requests to the same service would fail as well. */
export function affectsAllRequests({ kind }: Failure): boolean {
  return kind === 'unreachable' || kind === 'unauthorized' || kind === 'rate-limited';
}

interface Words {
  readonly message: string;
  readonly remedy: string;
  readonly passing: boolean;
}

const words: Readonly<Record<FailureKind, Words>> = {
  unauthorized: {
    message: 'The service does not accept the API key.',
    remedy: 'Sign in again, or set a valid API key where the service is configured.',
    passing: false,
  },
  forbidden: {
    message: 'The API key has no access to this.',
    remedy: 'Ask an owner of the workspace for access, or sign in with another API key.',
    passing: false,
  },
  'not-found': {
    message: 'The service did not find this.',
    remedy: 'It may have been deleted or moved, or belong to another account. Check the name or key.',
    passing: false,
  },
  unreachable: {
    message: 'The service cannot be reached.',
    remedy: 'Check that the service runs and that its address is right, then retry.',
    passing: true,
  },
  'rate-limited': {
    message: 'The service received too many requests.',
    remedy: 'Wait a minute, then retry.',
    passing: true,
  },
  invalid: {
    message: 'The service rejected the request.',
    remedy: 'Check the request, then retry.',
    passing: false,
  },
  malformed: {
    message: 'The response is not from an experiment-tracking service.',
    remedy: 'Check the address of the service, and its version.',
    passing: false,
  },
  aborted: { message: 'The request was stopped.', remedy: 'Retry.', passing: true },
  server: {
    message: 'Something went wrong in the service.',
    remedy: 'Retry; if the error persists, look at the log of the service.',
    passing: true,
  },
  internal: {
    message: 'Something went wrong in this view.',
    remedy: 'Reload the page or window. If it happens again, report it with the message in the console.',
    passing: false,
  },
};

/** Returns the kind of the errors with a code. */
function kindOf(code: RestErrorCode): FailureKind {
  if (code === 'payment-required') return 'forbidden';
  return code === 'timeout' ? 'unreachable' : code;
}

function isErrorCode(code: unknown): code is RestErrorCode {
  return typeof code === 'string' && Object.hasOwn(words, kindOf(code as RestErrorCode));
}

/** Failure kinds of errors without a code, by name. */
const kindsByName: Readonly<Record<string, FailureKind>> = { AbortError: 'aborted', QuerySyntaxError: 'invalid' };

const spoken: ReadonlySet<FailureKind> = new Set<FailureKind>(['not-found', 'invalid', 'server']);

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * Converts an error to a failure. Reads fields instead of the class, because errors lose their class across frames.
 */
export function failureOf(error: unknown, nowMillis: number = Date.now()): Failure {
  if (isFailure(error)) return error;
  const given = fieldsOf(error);
  const code = isErrorCode(given.code) ? given.code : null;
  const kind = code === null ? (kindsByName[String(given.name)] ?? 'server') : kindOf(code);
  const reason = [given.reason, given.message].find((text) => typeof text === 'string' && text !== '') as
    | string
    | undefined;
  const remedy = code === null ? null : ownRemedy(code, given.remedy);
  // For these kinds the service's message is more specific; for others the default message is clearer.
  const message = reason !== undefined && (spoken.has(kind) || remedy !== null) ? { message: sentence(reason) } : {};
  const isServiceText = typeof given.status === 'number' && (kind === 'not-found' || kind === 'invalid');
  const { retryAfterMillis } = given;
  const waits = typeof retryAfterMillis === 'number' && retryAfterMillis > 0;
  return {
    [described]: true,
    kind,
    ...words[kind],
    ...message,
    ...(isServiceText ? { meaning: codeMeaning(given.sdkErrorCode) ?? words[kind].message } : {}),
    ...(code === 'server' && reason !== undefined && remedy === null ? { isServiceError: true } : {}),
    ...(remedy === null ? {} : { remedy: sentence(remedy) }),
    ...(waits ? { retryAtMillis: nowMillis + retryAfterMillis, passing: true } : {}),
  };
}

/** Returns the remedy specific to an error; `null` if it is the default of its code. */
function ownRemedy(code: RestErrorCode, remedy: unknown): string | null {
  const text = textOf(remedy);
  return text === '' || text === usualRemedy(code) ? null : text;
}

/** Creates a failure that is known without a request. */
export function failure(kind: FailureKind, message: string, remedy: string = words[kind].remedy): Failure {
  return { [described]: true, kind, message, remedy, passing: false };
}

/**
 * Returns the translated description. For a rate limit it includes the time until which the service asks to wait. The
 * service's own text is in English: in other languages it follows its meaning.
 */
export function messageText({ kind, message, isServiceError, meaning, retryAtMillis }: Failure, t: Translate): string {
  if (kind === 'rate-limited' && retryAtMillis !== undefined)
    return t('Too many requests. The service asks to wait until %1.', endOfWaitText(retryAtMillis));
  const text = coreText(t, message);
  if (isServiceError) return t('The service returned an error: %1', text);
  const isTranslated = text !== message;
  if (meaning === undefined || isTranslated || t(meaning) === meaning) return text;
  return `${t(meaning)} (${text})`;
}

/** Whether the next attempt is made automatically by the component or manually by the user. */
export type NextAttempt = 'automatic' | 'manual';

/** Returns the translated remedy. If the service asks to wait, it describes what happens after that time. */
export function remedyText(failure: Failure, t: Translate, next: NextAttempt = 'manual'): string {
  const { kind, remedy, retryAtMillis } = failure;
  if (retryAtMillis === undefined) {
    return kind === 'rate-limited' && next === 'automatic' ? t('Retries automatically.') : coreText(t, remedy);
  }
  if (kind !== 'rate-limited') {
    return next === 'automatic'
      ? t('Retries automatically at %1.', endOfWaitText(retryAtMillis))
      : t('Try again at %1.', endOfWaitText(retryAtMillis));
  }
  return next === 'automatic' ? t('Retries automatically then.') : t('Retry then.');
}

/** Returns what a notification about a failed command says: what has failed with the reason, and the remedy. */
export function reportOf(error: unknown, what: string, t: Translate): ReportedError {
  const failed = failureOf(error);
  return { message: `${what} ${messageText(failed, t)}`, remedy: remedyText(failed, t) };
}

const halfDayMillis = 12 * 60 * 60 * 1000;

/** Returns the end of a wait as a time of day, rounded up to the minute; with the date if it is far away. */
export function endOfWaitText(millis: number): string {
  const minute = Math.ceil(millis / 60_000) * 60_000;
  return minute - Date.now() > halfDayMillis ? dateText(minute) : timeText(minute);
}
