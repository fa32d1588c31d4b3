import type { WireRequest } from './transport.ts';

/** End of the process that no asynchronous work can delay. */
export interface AbruptEnd {
  /** Whether the process ends because of an error, a signal or with a status other than 0. */
  readonly crashed: boolean;
  /** Description of the error or the signal; null if there is none. */
  readonly error: string | null;
}

/** Logging that is not complete, for which the end of the process matters. */
export interface UnfinishedLogging {
  /** Completes the logging. Called when the process has nothing else to do. Never rejects. */
  finish(): Promise<void>;
  /** Saves what it can synchronously. Returns requests for the host to send before the process ends. */
  abandon(end: AbruptEnd): readonly WireRequest[];
  /** Called synchronously after `abandon` if its requests could not be sent. */
  onUnsent?(end: AbruptEnd): void;
}

/** Reports the end of the process to logging that is not complete. */
export interface ProcessHooks {
  /** Adds logging that is not complete. Its requests go to the service of these hooks. */
  add(logging: UnfinishedLogging): void;
  /** Removes logging that is complete. */
  remove(logging: UnfinishedLogging): void;
}
