import { countText } from '../charts/count-text.ts';

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

  /** Takes the size of a value if it fits. Returns whether it does. */
  tryTake(value: unknown): boolean {
    const size = new TextEncoder().encode(JSON.stringify(value) ?? '').byteLength + 1;
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }
}

/** Shortens a text in the middle, at line ends where there are some: head and tail say most. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, Math.floor(limit / 3));
  const tail = text.slice(-Math.floor((limit * 2) / 3));
  const start = head.lastIndexOf('\n') + 1 || head.length;
  const end = tail.indexOf('\n') + 1;
  const left = text.length - start - (tail.length - end);
  return `${text.slice(0, start)}\n… ${countText(left)} characters are not in the saved copy …\n${tail.slice(end)}`;
}
