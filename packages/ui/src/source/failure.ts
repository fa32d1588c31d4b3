/** Why something could not be shown, by what a person can do about it. */
export type FailureKind =
  | 'unauthorized'
  | 'forbidden'
  | 'absent'
  | 'unreachable'
  | 'limited'
  | 'refused'
  | 'aborted'
  | 'broken';

/** Something that could not be shown: what happened, and the way out. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly remedy: string;
  /** Whether trying again by itself can help. */
  readonly passing: boolean;
}

const remedies: Readonly<Record<FailureKind, string>> = {
  unauthorized: 'Sign in again, or set a valid API key where the service is configured.',
  forbidden: 'Ask the owner of the workspace for access, or sign in with another API key.',
  absent: 'It may have been deleted or moved, or the key may be of another account. Check the name.',
  unreachable: 'Check that the service runs and that its address is right, then retry.',
  limited: 'The service asks to slow down. It is tried again by itself.',
  refused: 'Check what was asked for, then retry.',
  aborted: 'Retry.',
  broken: 'Retry; if it stays, open the page of the experiment in a browser.',
};

const messages: Readonly<Record<FailureKind, string>> = {
  unauthorized: 'The service does not accept the API key.',
  forbidden: 'The API key has no access to this.',
  absent: 'The service does not know this.',
  unreachable: 'The service cannot be reached.',
  limited: 'Too many requests.',
  refused: 'The service refused the request.',
  aborted: 'The request was stopped.',
  broken: 'Something went wrong.',
};

function kindOfStatus(status: number): FailureKind | null {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'absent';
  if (status === 408 || status === 502 || status === 503 || status === 504) return 'unreachable';
  if (status === 429) return 'limited';
  if (status >= 400 && status < 500) return 'refused';
  return status >= 500 ? 'broken' : null;
}

/** What an error means to a person. Reads `code` and `status`, since errors cross frames and lose their class. */
export function failureOf(error: unknown): Failure {
  const given = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  if (typeof given.kind === 'string' && given.kind in remedies) return given as unknown as Failure;
  const status = typeof given.status === 'number' ? kindOfStatus(given.status) : null;
  const code = typeof given.code === 'string' ? given.code : '';
  const kind: FailureKind =
    given.name === 'AbortError' || code === 'aborted'
      ? 'aborted'
      : code === 'unreachable' || code === 'timeout'
        ? 'unreachable'
        : (status ?? 'broken');
  const own = typeof given.message === 'string' && given.message !== '' ? given.message : '';
  const message = kind === 'broken' || kind === 'refused' ? own || messages[kind] : messages[kind];
  return {
    kind,
    message,
    remedy: remedies[kind],
    passing: kind === 'unreachable' || kind === 'limited' || kind === 'broken' || kind === 'aborted',
  };
}

/** A failure that is known without asking the service. */
export function failure(kind: FailureKind, message: string, remedy: string = remedies[kind]): Failure {
  return { kind, message, remedy, passing: false };
}
