import type { IStateDB } from '@jupyterlab/statedb';
import type { HostStorage } from '@tracklens/core/display';

/**
 * Maximum length of a stored text. The server reads and writes the workspace state as a whole.
 * @internal Exported for tests: tests write a text of this size.
 */
export const storedTextLimit = 200_000;

/** Returns the storage of the views, backed by the state of the JupyterLab workspace. */
export function persistentStorage(state: IStateDB): HostStorage {
  const keyOf = (name: string) => `tracklens:storage:${name}`;
  return {
    async read(name) {
      const text = await state.fetch(keyOf(name));
      return typeof text === 'string' && text.length <= storedTextLimit ? text : null;
    },
    async write(name, text) {
      if (text === null) return await state.remove(keyOf(name));
      if (text.length > storedTextLimit) throw new Error('The text is too long to be stored.');
      await state.save(keyOf(name), text);
    },
  };
}
