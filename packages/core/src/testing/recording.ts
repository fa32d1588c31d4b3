import { RestApiException } from '../client/errors.ts';
import type { Transport, WireRequest } from '../client/transport.ts';
import { bufferedBody } from '../client/wire-body.ts';

/** Request with its response, as JSON. It contains no headers of the request, and so no key. */
export interface RecordedExchange {
  /** HTTP method. */
  readonly method: WireRequest['method'];
  /** Path without query. */
  readonly path: string;
  /** Query fields in order. */
  readonly query: WireRequest['query'];
  /** Content of the request as text. Null if it had none, or a stream. */
  readonly content: string | null;
  /** HTTP status of the response. */
  readonly status: number;
  /** Headers of the response with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content of the response in base64. */
  readonly responseBase64: string;
}

/** Transport that records what passes through it. */
export interface RecordingTransport extends Transport {
  /** Exchanges in the order of their responses. Stored as JSON, they can be replayed. */
  readonly recording: readonly RecordedExchange[];
}

const decoder = new TextDecoder();

const contentOf = ({ body }: WireRequest) => (body instanceof Uint8Array ? decoder.decode(body) : null);

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Returns a transport that passes requests on and records them with their responses. */
export function recordingTransport(transport: Transport): RecordingTransport {
  const recording: RecordedExchange[] = [];
  return {
    recording,
    async send(request, signal) {
      const { status, headers, body } = await transport.send(request, signal);
      const bytes = await body.bytes();
      const { method, path, query } = request;
      const responseBase64 = toBase64(bytes);
      recording.push({ method, path, query, content: contentOf(request), status, headers, responseBase64 });
      return { status, headers, body: bufferedBody(bytes) };
    },
  };
}

/** Returns what makes two requests the same. */
const identityOf = ({ method, path, query }: Pick<RecordedExchange, 'method' | 'path' | 'query'>, content: unknown) =>
  JSON.stringify([method, path, query, content]);

/**
 * Returns a transport that responds from a recording, without a service. Requests are matched by method, path, query
 * and content. If the same request was recorded several times, its responses follow each other; the last one repeats.
 *
 * A request that was not recorded rejects with the code `invalid`.
 */
export function replayTransport(recording: readonly RecordedExchange[]): Transport {
  const responses = new Map<string, RecordedExchange[]>();
  for (const exchange of recording) {
    const identity = identityOf(exchange, exchange.content);
    responses.set(identity, [...(responses.get(identity) ?? []), exchange]);
  }
  return {
    async send(request) {
      const found = responses.get(identityOf(request, contentOf(request)));
      const exchange = found !== undefined && found.length > 1 ? found.shift() : found?.[0];
      if (exchange === undefined) {
        const reason = `${request.method} ${request.path} is not in the recording with this query and content`;
        throw RestApiException.of({ code: 'invalid', reason, remedy: 'Record it again' });
      }
      const { status, headers, responseBase64 } = exchange;
      return { status, headers, body: bufferedBody(fromBase64(responseBase64)) };
    },
  };
}
