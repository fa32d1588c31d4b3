import type { IStateDB } from '@jupyterlab/statedb';
import type { Host } from '@tracklens/core/display';

/** A longer text is not kept: the server reads and writes the state of a workspace as one. */
export const storedTextLimit = 200_000;

/** Texts that views keep, in the state of the lab's workspace. */
export function persistentStorage(state: IStateDB): NonNullable<Host['keep']> {
  const keyOf = (name: string) => `tracklens:kept:${name}`;
  return {
    async read(name) {
      const text = await state.fetch(keyOf(name));
      return typeof text === 'string' && text.length <= storedTextLimit ? text : null;
    },
    async write(name, text) {
      if (text === null) return await state.remove(keyOf(name));
      if (text.length > storedTextLimit) throw new Error('The text is too long to be kept.');
      await state.save(keyOf(name), text);
    },
  };
}
