import { RestApiException } from './errors.ts';
import { sizeText } from './size-text.ts';

/** One request to the service, as data: it can cross a frame or a process. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Absolute path on the service, percent-encoded, without query: `/api/rest/v2/experiment/metadata`. */
  readonly path: string;
  /** Query fields in order; a name may repeat. Values are not yet percent-encoded. */
  readonly query: ReadonlyArray<readonly [name: string, value: string]>;
  /** Lower-case names. Never holds the API key: the transport that reaches the service adds it. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** The experiment that the request is about, where it is about one: a write leaves cached reads of others alone. */
  readonly experimentKey?: string;
  /** How long the whole exchange may take; where `idleMillis` is given, how long the service may take to begin its answer. */
  readonly timeoutMillis: number;
  /**
   * Longest silence while a file is sent or received. A file has no limit on its total time: the clock of `timeoutMillis` begins
   * after the last byte of the request, and ends with the first one of an answer to a request without a body.
   */
  readonly idleMillis?: number;
}

/** The body of an answer; it can be read once, by one of its three ways. */
export interface WireBody extends AsyncIterable<Uint8Array> {
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
}

/** One answer of the service; any status, no interpretation. */
export interface WireResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireBody;
}

/**
 * Carries one request to the service. Hosts differ only here.
 * Rejects with `RestApiException` (code `unreachable`, `timeout` or `aborted`) when no answer came; an answer with an error
 * status is an answer.
 */
export interface Transport {
  send(request: WireRequest, signal?: AbortSignal): Promise<WireResponse>;
}

/** A body that is too large for memory: each sending reads it from its start, so that a call can be repeated. */
export class StreamedBody implements AsyncIterable<Uint8Array> {
  /** Whether reading it failed; the call is not to blame then, and repeating it would not help. */
  failed = false;
  /** Bytes in all; null where it is not known. */
  readonly size: number | null;
  private readonly open: () => AsyncIterable<Uint8Array>;

  constructor(open: () => AsyncIterable<Uint8Array>, size: number | null = null) {
    this.open = open;
    this.size = size;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const reading = this.open()[Symbol.asyncIterator]();
    // Without `throw`: what ends a sending is no failure of the body.
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

/** Longest answer that is taken as a text, and longest one that a packed answer may unpack to in memory. */
export const longestTextBytes = 512_000_000;

/**
 * All bytes of a stream.
 *
 * @throws RestApiException `malformed` for more than `longestBytes`
 */
export async function collectBytes(
  stream: AsyncIterable<Uint8Array>,
  longestBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.byteLength;
    if (size > longestBytes) throw tooLong(longestBytes);
    pieces.push(piece);
  }
  return joinBytes(pieces);
}

/** Returns the failure of an answer that is longer than what is taken into memory. */
export function tooLong(longestBytes: number): RestApiException {
  return RestApiException.from({
    code: 'malformed',
    reason: `the answer has more than ${sizeText(longestBytes)}, which is too long to be read at once`,
    remedy: 'Ask for less at once, or download the file',
  });
}

/** Pieces as one array of their own: a piece may be a view of a buffer that is much larger, or Node's `Buffer`. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, { byteLength }) => size + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** A body of which each failure, met while it is read, is thrown as what is made of it. */
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

/** A body that is already in memory. */
export function bufferedBody(bytes: Uint8Array): WireBody {
  return new BufferedBody(bytes);
}
