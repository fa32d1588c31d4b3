import type { IStateDB } from '@jupyterlab/statedb';
import type { Host } from '@tracklens/core/display';

/** A longer text is not kept: the server reads and writes the state of a workspace as one. */
export const keptLength = 200_000;

/** Texts that views keep, in the state of the lab's workspace. */
export function keptTexts(state: IStateDB): NonNullable<Host['keep']> {
  const keyOf = (name: string) => `tracklens:kept:${name}`;
  return {
    async read(name) {
      const text = await state.fetch(keyOf(name));
      return typeof text === 'string' && text.length <= keptLength ? text : null;
    },
    async write(name, text) {
      if (text === null) return await state.remove(keyOf(name));
      if (text.length > keptLength) throw new Error('The text is too long to be kept.');
      await state.save(keyOf(name), text);
    },
  };
}
