import type { Host } from '@tracklens/core/display';
import { storedNameLimit, storedTextLimit, type ToHost, type ToPage } from './panel-messages.ts';

/** Page side of the persistent storage. Each request has an id, which the reply repeats. */
export function storageBridge(post: (message: ToHost) => void): {
  readonly storage: NonNullable<Host['storage']>;
  receive(response: Extract<ToPage, { type: 'stored' }>): void;
} {
  const waiting = new Map<number, (response: Extract<ToPage, { type: 'stored' }>) => void>();
  let asked = 0;
  const ask = (message: (id: number) => ToHost) =>
    new Promise<string | null>((resolve, reject) => {
      const id = asked++;
      waiting.set(id, ({ done, text }) => (done ? resolve(text) : reject(new Error('The editor could not store it.'))));
      post(message(id));
    });
  // The host drops oversized messages and would never reply.
  const fits = (name: string, text = '') => name.length <= storedNameLimit && text.length <= storedTextLimit;
  return {
    storage: {
      read: async (name) => (fits(name) ? ask((id) => ({ type: 'readStored', id, name })) : null),
      async write(name, text) {
        if (!fits(name, text ?? '')) throw new Error('The text is too long to be stored.');
        await ask((id) => ({ type: 'store', id, name, text }));
      },
    },
    receive(response) {
      waiting.get(response.id)?.(response);
      waiting.delete(response.id);
    },
  };
}
