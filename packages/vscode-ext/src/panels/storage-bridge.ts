import type { Host } from '@tracklens/core/display';
import { storedNameLimit, storedTextLimit, type ToHost, type ToPage } from './panel-messages.ts';

/** Page side of the persistent storage. Each request has an id, which the reply repeats. */
export function storageBridge(say: (message: ToHost) => void): {
  readonly keep: NonNullable<Host['keep']>;
  receive(answer: Extract<ToPage, { type: 'kept' }>): void;
} {
  const waiting = new Map<number, (answer: Extract<ToPage, { type: 'kept' }>) => void>();
  let asked = 0;
  const ask = (message: (id: number) => ToHost) =>
    new Promise<string | null>((resolve, reject) => {
      const id = asked++;
      waiting.set(id, ({ done, text }) => (done ? resolve(text) : reject(new Error('The editor could not keep it.'))));
      say(message(id));
    });
  // The host drops oversized messages and would never reply.
  const fits = (name: string, text = '') => name.length <= storedNameLimit && text.length <= storedTextLimit;
  return {
    keep: {
      read: async (name) => (fits(name) ? ask((id) => ({ type: 'readKept', id, name })) : null),
      async write(name, text) {
        if (!fits(name, text ?? '')) throw new Error('The text is too long to be kept.');
        await ask((id) => ({ type: 'keep', id, name, text }));
      },
    },
    receive(answer) {
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    },
  };
}
