import { sizeText } from '../contract/size-text.ts';
import { RestApiException } from './errors.ts';

/** Request to the service as plain data, which can be sent to another frame or process. */
export interface WireRequest {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Absolute, percent-encoded path without query, such as `/api/rest/v2/experiment/metadata`. */
  readonly path: string;
  /** Query fields in order. Names may repeat. Values are not percent-encoded. */
  readonly query: ReadonlyArray<readonly [name: string, value: string]>;
  /**
   * Headers with lower-case names. They never contain the API key: the transport that connects to the service adds
   * it.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Content of the request. A plain async iterable can be sent only once, so it is not retried. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  /**
   * Key of the experiment that the request is about, if any. A write does not invalidate cached reads of other
   * experiments.
   */
  readonly experimentKey?: string;
  /** Timeout of the whole request. With `idleMillis`, the timeout until the response starts. */
  readonly timeoutMillis: number;
  /**
   * Maximum pause while a file is sent or received. A file transfer has no limit on its total time. `timeoutMillis`
   * then starts after the last byte of the request. For a request without a body, it ends with the first byte of the
   * response.
   */
  readonly idleMillis?: number;
  /**
   * Whether the caller reads the response at its own pace. It then must not take a connection that other requests wait
   * for.
   */
  readonly ownConnection?: boolean;
}

/** Body of a response. It can be read only once, in one of three ways. */
export interface WireBody extends AsyncIterable<Uint8Array> {
  /** Reads the whole body. */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole body as UTF-8. */
  text(): Promise<string>;
}

/** Response of the service with any status, not interpreted. */
export interface WireResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content, which can be read once. */
  readonly body: WireBody;
}

/**
 * Sends one request to the service. The only difference between hosts. Rejects with `RestApiException` (code
 * `unreachable`, `timeout` or `aborted`) if there is no response. A response with an error status does not reject.
 */
export interface Transport {
  /** Sends a request. Aborts it when the signal aborts. */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireResponse>;
}

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
