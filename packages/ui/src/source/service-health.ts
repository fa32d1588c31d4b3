import type { Transport } from '@tracklens/core/client';
import { failureOf } from './failure.ts';

/** Whether the service answered the last request; null before the first one. */
export interface ServiceHealth {
  readonly answers: boolean | null;
  /** Calls back at each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** The same transport; what becomes of its requests is noted. */
  watch(transport: Transport): Transport;
}

/** Notes whether requests are answered, so that a status and the trees follow what any part of a page meets. */
export function serviceHealth(): ServiceHealth {
  const listeners = new Set<() => void>();
  let answers: boolean | null = null;
  const note = (next: boolean) => {
    if (next === answers) return;
    answers = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get answers() {
      return answers;
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
