import { type RestErrorCode, reasonOf } from '@tracklens/core/client';
import { emitter } from '@tracklens/ui/emitter';
import { isWeb } from '#platform';
import { t } from '../sentence.ts';

/** Source of a configuration, in order of precedence: the first one available is used. */
type ConfigurationSource = 'demo' | 'local' | 'recording' | 'sign-in' | 'environment or file';

/** URL and credentials of a service. Never leaves the extension host. */
export interface ServiceConfiguration {
  /** Root URL without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly source: ConfigurationSource;
}

/**
 * Reason why there is no client: there is no API key, the configuration is invalid, or connecting failed with one of
 * the codes that users can do something about, or with another.
 */
export type ConnectionErrorCode =
  | 'signed-out'
  | 'misconfigured'
  | Extract<RestErrorCode, 'unauthorized' | 'unreachable' | 'rate-limited'>
  | 'failed';

/** Connection state that views and menus show. `idle`: nothing has been requested yet. */
export type ConnectionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly url: string; readonly source: ConfigurationSource }
  | { readonly kind: ConnectionErrorCode; readonly message: string; readonly remedy: string };

/** Optional details of a `ConnectionProblem`. */
interface ProblemDetails {
  /** Suggested action; overrides the default of the code. */
  readonly remedy?: string;
  /** Wait that the service asked for, in milliseconds. */
  readonly retryAfterMillis?: number | null;
}

/** Thrown when a client is needed but there is none. `remedy` is the suggested action. */
export class ConnectionProblem extends Error {
  /** Reason, for programs to branch on. */
  readonly code: ConnectionErrorCode;
  readonly remedy: string;
  /** Wait that the service asked for, in milliseconds. */
  readonly retryAfterMillis: number | null;
  /** Connection that has the problem. It logs it, and may connect later. */
  connection: { readonly state: ConnectionState } | null = null;

  constructor(
    code: ConnectionErrorCode,
    message: string,
    { remedy, retryAfterMillis = null, ...options }: ErrorOptions & ProblemDetails = {},
  ) {
    super(message, options);
    this.name = 'ConnectionProblem';
    this.code = code;
    this.remedy = remedy ?? remedies[code]();
    this.retryAfterMillis = retryAfterMillis;
  }
}

const remedies: Record<ConnectionErrorCode, () => string> = {
  'signed-out': () => (isWeb ? t('Sign in.') : t('Sign in, start a local service, or try with demo data.')),
  misconfigured: () => t('Correct the environment or the settings file, or sign in.'),
  unreachable: () => t('Check that the service runs and that its address is right, then try again.'),
  unauthorized: () => t('Sign in again with a valid API key.'),
  'rate-limited': () => t('Retries automatically.'),
  failed: () => t('The log has the details.'),
};

/** Dependencies of a connection; tests supply a real service or none. */
export interface ConnectionOptions<Client> {
  /** Finds the service configuration without network requests; null when nothing is configured. */
  find(): Promise<ServiceConfiguration | null>;
  /** Creates a client and verifies it with one cheap request. Rejects with a `ConnectionProblem`. */
  connect(configuration: ServiceConfiguration): Promise<Client>;
  /** Whether the user has signed out in another window. */
  hasEnded?(): boolean;
}

/** Connection to a service, as commands and views use it. */
export interface ServiceConnection<Client> {
  readonly state: ConnectionState;
  /** Returns the client. Connects on the first call and again after a failure. */
  client(): Promise<Client>;
  /** Reports that the connected service was lost. The next call of `client` reconnects. */
  lose(code: ConnectionErrorCode, message: string): void;
  /** Discards the client. The next call of `client` connects again, possibly to another service. */
  reset(): void;
  /** Calls `listener` on each state change until the returned function is called. */
  subscribe(listener: (state: ConnectionState) => void): () => void;
}

/**
 * Connection to one service. It is created lazily on first use, shared by all callers, and discarded by `reset`. An
 * attempt that is still running at a `reset` no longer changes the state.
 */
export class Connection<Client> implements ServiceConnection<Client> {
  readonly #options: ConnectionOptions<Client>;
  readonly #states = emitter<ConnectionState>();
  readonly subscribe = this.#states.subscribe;
  #state: ConnectionState = { kind: 'idle' };
  #url: string | null = null;
  #client: Promise<Client> | null = null;

  constructor(options: ConnectionOptions<Client>) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Root URL of the service, also while it does not respond. Null before it is known and after a reset. */
  get url(): string | null {
    return this.#url;
  }

  client(): Promise<Client> {
    if (this.#state.kind === 'connected' && this.#options.hasEnded?.()) this.reset();
    if (this.#client === null) {
      const attempt: Promise<Client> = this.#connect(() => this.#client === attempt);
      this.#client = attempt;
      attempt.catch(() => {
        if (this.#client === attempt) this.#client = null;
      });
    }
    return this.#client;
  }

  lose(code: ConnectionErrorCode, message: string): void {
    this.#client = null;
    this.#become({ kind: code, message, remedy: remedies[code]() });
  }

  reset(): void {
    this.#client = null;
    this.#url = null;
    this.#become({ kind: 'idle' });
  }

  async #connect(current: () => boolean): Promise<Client> {
    // Defers to a microtask, so that `current` works and listeners receive the states in order.
    await null;
    try {
      const configuration = await this.#options.find();
      if (configuration === null) throw new ConnectionProblem('signed-out', t('No service is configured.'));
      if (current()) {
        this.#url = configuration.url;
        this.#become({ kind: 'connecting' });
      }
      const client = await this.#options.connect(configuration);
      if (current()) this.#become({ kind: 'connected', url: configuration.url, source: configuration.source });
      return client;
    } catch (error) {
      const problem =
        error instanceof ConnectionProblem ? error : new ConnectionProblem('failed', reasonOf(error), { cause: error });
      problem.connection = this;
      if (current()) this.#become({ kind: problem.code, message: problem.message, remedy: problem.remedy });
      throw problem;
    }
  }

  #become(state: ConnectionState): void {
    this.#state = state;
    this.#states.emit(state);
  }
}
