import { countText } from '../charts/count-text.ts';
import { cutEnd } from './shortened-end.ts';

const encoder = new TextEncoder();

/** Returns the size of a value as JSON. Most texts are ASCII, which has one byte for each character. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value) ?? '';
  return /[^\0-\x7f]/.test(text) ? encoder.encode(text).byteLength : text.length;
}

/** Size that parts of a snapshot may take together, as JSON text. */
export class Allowance {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Remaining size in bytes. */
  get left(): number {
    return this.#left;
  }

  /** Takes the size of a value if it fits and has at most `limit` bytes. Returns whether it does. */
  tryTake(value: unknown, limit = this.#left): boolean {
    const size = jsonBytes(value) + 1;
    if (size > Math.min(limit, this.#left)) return false;
    this.#left -= size;
    return true;
  }

  /** Takes a text of at most `limit` bytes. Returns it, shortened in the middle if needed. */
  takeText(text: string, limit: number): string {
    const shown = cutMiddle(text, Math.min(limit, this.#left) - 1);
    return this.tryTake(shown) ? shown : '';
  }
}

/** Shortens a text in the middle to at most `limit` bytes of JSON text. */
export function cutMiddle(text: string, limit: number): string {
  let length = Math.max(0, Math.min(text.length, limit));
  for (;;) {
    const shown = length < text.length ? withoutMiddle(text, length) : text;
    const size = jsonBytes(shown);
    if (size <= limit || length === 0) return shown;
    length = Math.floor(length * Math.min(0.95, limit / size));
  }
}

/**
 * Returns a text without its middle, cut at line ends where there are some, such as those of a progress bar: head and
 * tail say most.
 */
function withoutMiddle(text: string, limit: number): string {
  const head = cutEnd(text, Math.floor(limit / 3));
  const tail = text.slice(text.length - Math.floor((limit * 2) / 3)).replace(/^[\udc00-\udfff]/, '');
  const start = head.lastIndexOf('\n') + 1 || head.length;
  const end = tail.search(/[\r\n][^\r\n]/) + 1;
  const left = text.length - start - (tail.length - end);
  return `${text.slice(0, start)}\n… ${countText(left)} characters are not in the saved copy …\n${tail.slice(end)}`;
}
