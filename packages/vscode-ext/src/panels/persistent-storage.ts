import type { Memento } from 'vscode';
import { storedTextLimit, type ToHost, type ToPage } from './panel-messages.ts';

/** More texts than this are not kept: the editor reads all of them when it starts. */
const maxTexts = 500;

/** Small texts that the views keep for a person across sessions, by name. */
export class PersistentStorage {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  read(name: string): string | null {
    const text = this.#memento.get<unknown>(keyOf(name));
    return typeof text === 'string' && text.length <= storedTextLimit ? text : null;
  }

  /** Null forgets the text. */
  async write(name: string, text: string | null): Promise<void> {
    const key = keyOf(name);
    const others = this.#memento.keys().filter((other) => other.startsWith(prefix) && other !== key);
    if (text !== null && others.length >= maxTexts) throw new Error(`More than ${maxTexts} texts are not kept.`);
    await this.#memento.update(key, text ?? undefined);
  }

  /** What to answer to a page that reads or keeps a text. Never rejects: the page waits for the answer. */
  async answer(message: Extract<ToHost, { type: 'readKept' | 'keep' }>): Promise<Extract<ToPage, { type: 'kept' }>> {
    const { id, name } = message;
    if (message.type === 'readKept') return { type: 'kept', id, done: true, text: this.read(name) };
    const done = await this.write(name, message.text).then(
      () => true,
      () => false,
    );
    return { type: 'kept', id, done, text: null };
  }
}

const prefix = 'tracklens.kept ';
const keyOf = (name: string) => prefix + name;
