import type { Transport } from '@tracklens/core/client';
import { failureOf } from './failure.ts';

/** Whether the service responded to the last request; `null` before the first one. */
export interface ServiceHealth {
  readonly responds: boolean | null;
  /**
   * Calls back at each change.
   * @returns a function that unsubscribes
   */
  subscribe(listener: () => void): () => void;
  /** Wraps a transport and records whether its requests succeed. */
  watch(transport: Transport): Transport;
}

/**
 * Tracks whether requests get a response, so that the status indicator and the trees react to failures of any
 * component.
 */
export function serviceHealth(): ServiceHealth {
  const listeners = new Set<() => void>();
  let responds: boolean | null = null;
  const note = (next: boolean) => {
    if (next === responds) return;
    responds = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get responds() {
      return responds;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: (transport) => ({
      async send(request, signal) {
        try {
          const response = await transport.send(request, signal);
          note(true);
          return response;
        } catch (error) {
          if (failureOf(error).kind === 'unreachable') note(false);
          throw error;
        }
      },
    }),
  };
}
