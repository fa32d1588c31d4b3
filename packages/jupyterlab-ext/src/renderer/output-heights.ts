import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';

const storageName = 'tracklens:output-heights';
/** Maximum number of outputs whose heights are stored, and length of the key of one. */
const maxOutputs = 200;
const maxKeyLength = 500;
const saveMillis = 1000;
/** Maximum difference of two widths at which a view has about the same height, in CSS pixels: a scroll bar. */
const sameWidth = 20;

/** Size of an output in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Heights of the views of outputs, by what they show, with the widths at which they were seen. They are stored in the
 * browser, so that the saved images of an output take the height of its view, and a notebook does not move while its
 * views are loaded.
 */
export class OutputHeights {
  readonly #sizes = new Map<string, Size>();
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    for (const [key, height, width] of readEntries()) this.#sizes.set(key, { width, height });
  }

  /**
   * Returns the height of the view of a payload in an output of a width, in CSS pixels; undefined when it was not last
   * shown at about this width.
   */
  of(payload: unknown, width: number): number | undefined {
    const size = this.#sizes.get(keyOf(payload));
    return size !== undefined && Math.abs(size.width - width) <= sameWidth ? size.height : undefined;
  }

  /** Remembers the size of the view of a payload. */
  remember(payload: unknown, { width, height }: Size): void {
    const key = keyOf(payload);
    const last = this.#sizes.get(key);
    if (height <= 0 || key.length > maxKeyLength || (last?.height === height && last.width === width)) return;
    this.#sizes.delete(key);
    this.#sizes.set(key, { width, height });
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), saveMillis);
  }

  #save(): void {
    try {
      const entries = [...this.#sizes].map(([key, { width, height }]): Entry => [key, height, width]);
      localStorage.setItem(storageName, JSON.stringify(entries.slice(-maxOutputs)));
    } catch {
      // Without storage, the heights are known until the page is reloaded.
    }
  }
}

/** Height and width of an output, as they are stored. */
type Entry = readonly [key: string, height: number, width: number];

function readEntries(): Entry[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]');
    return Array.isArray(read) ? read.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && typeof value[0] === 'string' && Number.isFinite(value[1]) && Number.isFinite(value[2]);

/**
 * Returns the text of what a payload shows. The payload is not validated yet. The order of the target's properties does
 * not matter: in a saved notebook they are sorted.
 */
function keyOf(payload: unknown): string {
  const { target, state } = (payload ?? {}) as ReadonlyPartialJSONObject;
  const properties = Object.entries(target ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([Object.fromEntries(properties), (state as ReadonlyPartialJSONObject | undefined)?.tab]);
}
