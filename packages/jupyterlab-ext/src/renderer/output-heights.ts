import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';

const storageName = 'tracklens:output-heights';
/** Maximum number of outputs whose heights are stored, and length of the key of one. */
const maxOutputs = 200;
const maxKeyLength = 500;
const saveMillis = 1000;

/**
 * Heights of the views of outputs, by what they show. They are stored in the browser, so that the saved images of an
 * output take the height of its view, and a notebook does not move while its views are loaded.
 */
export class OutputHeights {
  readonly #heights = new Map<string, number>();
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    for (const [key, height] of readHeights()) this.#heights.set(key, height);
  }

  /** Returns the height of the view of a payload, in CSS pixels; undefined when it has not been shown yet. */
  of(payload: unknown): number | undefined {
    return this.#heights.get(keyOf(payload));
  }

  /** Remembers the height of the view of a payload. */
  remember(payload: unknown, height: number): void {
    const key = keyOf(payload);
    if (height <= 0 || key.length > maxKeyLength || this.#heights.get(key) === height) return;
    this.#heights.delete(key);
    this.#heights.set(key, height);
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), saveMillis);
  }

  #save(): void {
    try {
      localStorage.setItem(storageName, JSON.stringify([...this.#heights].slice(-maxOutputs)));
    } catch {
      // Without storage, the heights are known until the page is reloaded.
    }
  }
}

function readHeights(): (readonly [string, number])[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]');
    return Array.isArray(read) ? read.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && Number.isFinite(value[1]);

/**
 * Returns the text of what a payload shows. The payload is not validated yet. The order of the target's properties does
 * not matter: in a saved notebook they are sorted.
 */
function keyOf(payload: unknown): string {
  const { target, state } = (payload ?? {}) as ReadonlyPartialJSONObject;
  const properties = Object.entries(target ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([Object.fromEntries(properties), (state as ReadonlyPartialJSONObject | undefined)?.tab]);
}
