import type { Transport } from '@tracklens/core/client';
import { emitter } from '../events/emitter.ts';
import { failureOf } from './failure.ts';

/**
 * Tracks whether requests get a response, so that the status indicator and the trees react to failures of any
 * component.
 */
export class ServiceHealth {
  #responds: boolean | null = null;
  readonly #changes = emitter();
  /** Calls a listener at each change. Returns a function that unsubscribes. */
  readonly subscribe = this.#changes.subscribe;

  /** Whether the service responded to the last request; `null` before the first one. */
  get responds(): boolean | null {
    return this.#responds;
  }

  /** Wraps a transport and records whether its requests succeed. */
  watch(transport: Transport): Transport {
    return {
      send: async (request, signal) => {
        try {
          const response = await transport.send(request, signal);
          this.#note(true);
          return response;
        } catch (error) {
          if (failureOf(error).kind === 'unreachable') this.#note(false);
          throw error;
        }
      },
    };
  }

  #note(responds: boolean): void {
    if (responds === this.#responds) return;
    this.#responds = responds;
    this.#changes.emit();
  }
}
