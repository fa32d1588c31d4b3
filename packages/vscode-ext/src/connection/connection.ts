import { reasonOf } from '../reason.ts';
import { t } from '../sentence.ts';

/** Where a configuration was found; the first that is there wins, in this order. */
export type ConfigurationSource = 'demo' | 'sign-in' | 'environment or file';

/** How to reach a service. Lives in the extension host alone. */
export interface ServiceConfiguration {
  /** Root address without a final slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly source: ConfigurationSource;
}

/** Why there is no client. */
export type ConnectionErrorKind = 'signedOut' | 'misconfigured' | 'unreachable' | 'refused' | 'limited' | 'failed';

/** What the views and menus show. `idle`: nobody has asked yet, and nothing was sent. */
export type ConnectionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly url: string; readonly source: ConfigurationSource }
  | { readonly kind: ConnectionErrorKind; readonly message: string };

/** What is known of a connection problem beside its kind and message. */
interface ProblemDetails {
  /** What to do, where it is not the usual of the kind. */
  readonly remedy?: string;
  /** How long the service asks to wait. */
  readonly retryAfterMillis?: number | null;
}

/** Thrown where a client was needed and there is none; `remedy` is the way out. */
export class ConnectionProblem extends Error {
  readonly obstacle: ConnectionErrorKind;
  readonly remedy: string;
  /** How long the service asks to wait. */
  readonly retryAfterMillis: number | null;

  constructor(
    obstacle: ConnectionErrorKind,
    message: string,
    { remedy, retryAfterMillis = null, ...options }: ErrorOptions & ProblemDetails = {},
  ) {
    super(message, options);
    this.name = 'ConnectionProblem';
    this.obstacle = obstacle;
    this.remedy = remedy ?? remedies[obstacle]();
    this.retryAfterMillis = retryAfterMillis;
  }
}

const remedies: Record<ConnectionErrorKind, () => string> = {
  signedOut: () => t('Sign in, or try with demo data.'),
  misconfigured: () => t('Correct the environment or the settings file, or sign in.'),
  unreachable: () => t('Check that the service runs and that its address is right, then try again.'),
  refused: () => t('Sign in again with a valid API key.'),
  limited: () => t('It has received too many requests. The next attempt follows automatically.'),
  failed: () => t('The log has the details.'),
};

/** What a connection is made from; the tests give a real service, or none. */
export interface ConnectionOptions<Client> {
  /** Finds how to reach the service without any network; null when nothing is configured. */
  find(): Promise<ServiceConfiguration | null>;
  /** Makes a client and asks the service one cheap question; rejects with a `ConnectionProblem`. */
  connect(configuration: ServiceConfiguration): Promise<Client>;
}

/**
 * The one connection of a window. It is made when something is first asked for, shared by all who ask, and forgotten by
 * `reset`; what was being connected then is not delivered any more.
 */
export class Connection<Client> {
  readonly #parts: ConnectionOptions<Client>;
  readonly #listeners = new Set<(state: ConnectionState) => void>();
  #state: ConnectionState = { kind: 'idle' };
  #client: Promise<Client> | null = null;

  constructor(parts: ConnectionOptions<Client>) {
    this.#parts = parts;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The client; the first call connects, and so does the next call after a failure. */
  client(): Promise<Client> {
    if (this.#client === null) {
      const attempt: Promise<Client> = this.#connect(() => this.#client === attempt);
      this.#client = attempt;
      attempt.catch(() => {
        if (this.#client === attempt) this.#client = null;
      });
    }
    return this.#client;
  }

  /** Says that the service was lost after it had been reached; the next call of `client` connects anew. */
  lose(obstacle: ConnectionErrorKind, message: string): void {
    this.#client = null;
    this.#become({ kind: obstacle, message });
  }

  /** Forgets the client: what is asked for next connects anew, perhaps to another service. */
  reset(): void {
    this.#client = null;
    this.#become({ kind: 'idle' });
  }

  /** Calls the listener at each change of state until the returned function is called. */
  subscribe(listener: (state: ConnectionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #connect(current: () => boolean): Promise<Client> {
    // A turn of the event loop, so that `current` can be asked and listeners see states in order.
    await null;
    try {
      const configuration = await this.#parts.find();
      if (configuration === null) throw new ConnectionProblem('signedOut', t('No service is configured.'));
      if (current()) this.#become({ kind: 'connecting' });
      const client = await this.#parts.connect(configuration);
      if (current()) this.#become({ kind: 'connected', url: configuration.url, source: configuration.source });
      return client;
    } catch (error) {
      const problem =
        error instanceof ConnectionProblem ? error : new ConnectionProblem('failed', reasonOf(error), { cause: error });
      if (current()) this.#become({ kind: problem.obstacle, message: problem.message });
      throw problem;
    }
  }

  #become(state: ConnectionState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener(state);
  }
}
