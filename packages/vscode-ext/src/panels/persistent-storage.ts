import type { Memento } from 'vscode';
import { storedTextLimit, type ToHost, type ToPage } from './panel-messages.ts';

/** Maximum number of stored texts; the editor loads all of them at startup. */
const maxTexts = 500;

/** Small texts that views store across sessions, by name. */
export class PersistentStorage {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  read(name: string): string | null {
    const text = this.#memento.get<unknown>(keyOf(name));
    return typeof text === 'string' && text.length <= storedTextLimit ? text : null;
  }

  /** Stores a text; null deletes it. */
  async write(name: string, text: string | null): Promise<void> {
    const key = keyOf(name);
    const others = this.#memento.keys().filter((other) => other.startsWith(prefix) && other !== key);
    if (text !== null && others.length >= maxTexts) throw new Error(`At most ${maxTexts} texts are stored.`);
    await this.#memento.update(key, text ?? undefined);
  }

  /**
   * Handles a read or write request of a page and returns the reply. Never rejects, because the page waits for the
   * reply.
   */
  async respond(
    message: Extract<ToHost, { type: 'readStored' | 'store' }>,
  ): Promise<Extract<ToPage, { type: 'stored' }>> {
    const { id, name } = message;
    if (message.type === 'readStored') return { type: 'stored', id, done: true, text: this.read(name) };
    const done = await this.write(name, message.text).then(
      () => true,
      () => false,
    );
    return { type: 'stored', id, done, text: null };
  }
}

const prefix = 'tracklens.kept ';
const keyOf = (name: string) => prefix + name;
