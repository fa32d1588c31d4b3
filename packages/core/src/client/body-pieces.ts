import type { RestApiException } from './errors.ts';
import { joinBytes } from './wire-body.ts';

/*
 * Response bodies on a message channel. The host sends a body in pieces while it arrives, and the frame asks for more
 * as it reads, so that neither side holds a large body as a whole.
 */

/** Part of a body, with bytes that no other array shares. The last one may be empty. */
export interface BodyPiece {
  readonly bytes: Uint8Array;
  /** Whether further pieces follow. */
  readonly more: boolean;
}

/** Size from which collected chunks are sent. Smaller messages would cost more than their bytes. */
const pieceBytes = 256 * 1024;
/** Time that the service may pause before the chunks collected so far are sent. */
const pauseMillis = 50;

/** Collects the chunks of a body into pieces. A body that arrives as a whole is one piece. */
export async function* bodyPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<BodyPiece, void, undefined> {
  const chunks = body[Symbol.asyncIterator]();
  const read = () => {
    const result = chunks.next();
    // It may fail before it is awaited again.
    result.catch(() => {});
    return result;
  };
  let collected: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = read(); ; ) {
      const result = await (size === 0 ? next : beforePause(next));
      if (result?.done) return yield { bytes: joinBytes(collected), more: false };
      if (result !== null) {
        collected.push(result.value);
        size += result.value.byteLength;
        next = read();
        if (size < pieceBytes) continue;
      }
      yield { bytes: joinBytes(collected), more: true };
      collected = [];
      size = 0;
    }
  } finally {
    // Not awaited: it would wait for a chunk that is being read.
    chunks.return?.().catch(() => {});
  }
}

/** Returns the result, or null after a pause. */
async function beforePause<T>(result: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), pauseMillis);
  });
  return await Promise.race([result, pause]).finally(() => clearTimeout(timer));
}

/** Callbacks of the reader of an arriving body. */
interface ReadListeners {
  /** Called when everything that has arrived was read. */
  onWait(): void;
  /** Called when a piece was read. */
  onRead(): void;
  /** Called when the reader stops before the end. */
  onCancel(): void;
}

/** Body whose pieces are added as they arrive. It can be read once. */
export class ArrivingBody implements AsyncIterable<Uint8Array> {
  readonly #listeners: ReadListeners;
  readonly #pieces: Uint8Array[] = [];
  #ended = false;
  #failure: RestApiException | null = null;
  #wake: () => void = () => {};

  constructor(listeners: ReadListeners) {
    this.#listeners = listeners;
  }

  add({ bytes, more }: BodyPiece): void {
    this.#pieces.push(bytes);
    this.#ended = !more;
    this.#wake();
  }

  /** Ends the body with an error, which is thrown after the bytes that have arrived. */
  fail(error: RestApiException): void {
    this.#failure ??= error;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const piece = this.#pieces.shift();
        if (piece !== undefined) {
          if (piece.byteLength > 0) yield piece;
          if (!this.#isOver) this.#listeners.onRead();
        } else if (this.#failure !== null) throw this.#failure;
        else if (this.#ended) return;
        else {
          this.#listeners.onWait();
          await new Promise<void>((done) => {
            this.#wake = done;
          });
        }
      }
    } finally {
      if (!this.#isOver) this.#listeners.onCancel();
    }
  }

  get #isOver(): boolean {
    return this.#ended || this.#failure !== null;
  }
}
