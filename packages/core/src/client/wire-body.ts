import { sizeText } from '../contract/size-text.ts';
import { RestApiException } from './errors.ts';
import type { WireBody } from './transport.ts';

/** Body that is too large for memory. Each attempt reads it from its start, so that a call can be retried. */
export class StreamedBody implements AsyncIterable<Uint8Array> {
  /** Whether reading the body failed. A retry would then not help. */
  failed = false;
  /** Total size in bytes. Null if unknown. */
  readonly size: number | null;
  private readonly open: () => AsyncIterable<Uint8Array>;

  constructor(open: () => AsyncIterable<Uint8Array>, size: number | null = null) {
    this.open = open;
    this.size = size;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const reading = this.open()[Symbol.asyncIterator]();
    // There is no `throw`: an interrupted attempt is not a failure of the body.
    return {
      next: () =>
        reading.next().catch((error: unknown) => {
          this.failed = true;
          throw error;
        }),
      return: async () => (await reading.return?.()) ?? { done: true, value: undefined },
    };
  }
}

/** Maximum size of a response in bytes that is read as text, or that a compressed response may have in memory. */
export const longestTextBytes = 512_000_000;

/**
 * Collects all bytes of a stream.
 *
 * @throws RestApiException `malformed` for more than `longestBytes`
 */
async function collectBytes(
  stream: AsyncIterable<Uint8Array>,
  longestBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > longestBytes) throw tooLong(longestBytes);
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}

/** Returns the body of a request as bytes; a stream is collected. */
export async function wholeBody(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : await collectBytes(body);
}

/** Returns the error of a response that is too large for memory. */
export function tooLong(longestBytes: number): RestApiException {
  return RestApiException.of({
    code: 'malformed',
    reason: `the response has more than ${sizeText(longestBytes)}, the limit of one read`,
    remedy: 'Ask for less at once, or download the file',
  });
}

/** Concatenates chunks into a new array. A chunk may be a view of a much larger buffer, or a Node `Buffer`. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((size, { byteLength }) => size + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Returns a body that maps each error thrown while it is read. */
export function withFailures(body: WireBody, failureOf: (error: unknown) => Error): WireBody {
  const fail = (error: unknown): never => {
    throw failureOf(error);
  };
  return {
    bytes: () => body.bytes().catch(fail),
    text: () => body.text().catch(fail),
    async *[Symbol.asyncIterator]() {
      try {
        yield* body;
      } catch (error) {
        fail(error);
      }
    },
  };
}

const decoder = new TextDecoder();

class BufferedBody implements WireBody {
  private readonly content: Uint8Array;

  constructor(content: Uint8Array) {
    this.content = content;
  }

  async bytes(): Promise<Uint8Array> {
    return this.content;
  }

  async text(): Promise<string> {
    return decoder.decode(this.content);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    yield this.content;
  }
}

/** Returns a body of chunks that arrive. It can be read as a whole up to `longestBytes`. */
export function streamedBody(chunks: AsyncIterable<Uint8Array>, longestBytes = Number.POSITIVE_INFINITY): WireBody {
  return {
    bytes: () => collectBytes(chunks, longestBytes),
    text: async () => decoder.decode(await collectBytes(chunks, Math.min(longestBytes, longestTextBytes))),
    [Symbol.asyncIterator]: () => chunks[Symbol.asyncIterator](),
  };
}

/** Returns a body of bytes that are already in memory. */
export function bufferedBody(bytes: Uint8Array): WireBody {
  return new BufferedBody(bytes);
}

/** Returns the body of a `Response` as chunks. */
export async function* responseChunks(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
