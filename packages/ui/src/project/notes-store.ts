import { mapConcurrent } from '@tracklens/core/client';
import { isNotes } from '../records/experiment-notes.ts';
import type { ViewSource } from '../source/view-source.ts';

/** Store of the notes of the visible experiments. */
export interface NotesStore {
  /** Counter that increases when notes have changed. */
  readonly version: number;
  /** Returns the notes of an experiment; `undefined` if they are not loaded. */
  notes(experimentKey: string): string | undefined;
  /** Reads the notes of the visible experiments that are not loaded. */
  want(experimentKeys: readonly string[]): void;
  /** Shows notes that are being saved, or reads them again with null. */
  set(experimentKey: string, text: string | null): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

/** Debounce delay: nothing is requested before scrolling has paused this long. */
const debounceMillis = 120;

/**
 * Creates a store that reads from a source. Notes that cannot be read are empty, and requested again when they are next
 * visible.
 */
export function notesStore(source: ViewSource | null): NotesStore {
  const known = new Map<string, string>();
  const listeners = new Set<() => void>();
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let version = 0;
  const changed = () => {
    version++;
    for (const listener of [...listeners]) listener();
  };
  const read = async (keys: readonly string[]) => {
    await mapConcurrent(keys, async (key) => {
      const items = (await source?.others(key, abort.signal).catch(() => null)) ?? null;
      if (items !== null) known.set(key, items.find(isNotes)?.valueCurrent ?? '');
    });
    if (!abort.signal.aborted) changed();
  };
  return {
    get version() {
      return version;
    },
    notes: (key) => known.get(key),
    want(keys) {
      clearTimeout(timer);
      const missing = keys.filter((key) => !known.has(key));
      if (missing.length > 0) timer = setTimeout(() => void read(missing), debounceMillis);
    },
    set(key, text) {
      if (text === null) known.delete(key);
      else known.set(key, text);
      if (text === null) void read([key]);
      else changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      abort.abort();
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
