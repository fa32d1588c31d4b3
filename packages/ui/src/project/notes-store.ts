import { mapConcurrent } from '@tracklens/core/client';
import { emitter } from '../events/emitter.ts';
import { timer } from '../events/timer.ts';
import { isNotes } from '../records/experiment-notes.ts';
import type { ViewSource } from '../source/view-source.ts';

/** Debounce delay: nothing is requested before scrolling has paused this long. */
const debounceMillis = 120;

/**
 * Store of the notes of the visible experiments. Notes that cannot be read are empty, and requested again when they are
 * next visible.
 */
export class NotesStore {
  readonly #source: ViewSource | null;
  readonly #known = new Map<string, string>();
  readonly #abort = new AbortController();
  readonly #timer = timer();
  #version = 0;
  readonly #changes = emitter();
  readonly subscribe = this.#changes.subscribe;

  constructor(source: ViewSource | null) {
    this.#source = source;
  }

  /** Counter that increases when notes have changed. */
  get version(): number {
    return this.#version;
  }

  /** Returns the notes of an experiment; `undefined` if they are not loaded. */
  notes(experimentKey: string): string | undefined {
    return this.#known.get(experimentKey);
  }

  /** Reads the notes of the visible experiments that are not loaded. */
  request(experimentKeys: readonly string[]): void {
    this.#timer.clear();
    const missing = experimentKeys.filter((key) => !this.#known.has(key));
    if (missing.length > 0) this.#timer.set(debounceMillis, () => void this.#read(missing));
  }

  /** Shows notes that are being saved, or reads them again with null. */
  set(experimentKey: string, text: string | null): void {
    if (text === null) {
      this.#known.delete(experimentKey);
      void this.#read([experimentKey]);
    } else {
      this.#known.set(experimentKey, text);
      this.#notify();
    }
  }

  dispose(): void {
    this.#abort.abort();
    this.#timer.clear();
  }

  async #read(keys: readonly string[]): Promise<void> {
    await mapConcurrent(keys, async (key) => {
      const items = (await this.#source?.others(key, this.#abort.signal).catch(() => null)) ?? null;
      if (items !== null) this.#known.set(key, items.find(isNotes)?.valueCurrent ?? '');
    });
    if (!this.#abort.signal.aborted) this.#notify();
  }

  #notify(): void {
    this.#version++;
    this.#changes.emit();
  }
}
