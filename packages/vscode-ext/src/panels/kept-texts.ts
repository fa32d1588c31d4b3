import type { Memento } from 'vscode';

/** Small texts that the views keep for a person across sessions, by name. */
export class KeptTexts {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  read(name: string): string | null {
    const text = this.#memento.get<unknown>(keyOf(name));
    return typeof text === 'string' ? text : null;
  }

  /** Null forgets the text. */
  async write(name: string, text: string | null): Promise<void> {
    await this.#memento.update(keyOf(name), text ?? undefined);
  }
}

function keyOf(name: string): string {
  return `tracklens.kept ${name}`;
}
