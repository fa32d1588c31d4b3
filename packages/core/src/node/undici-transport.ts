import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RestApiException } from '../client/errors.ts';
import { isLoopback } from '../client/loopback.ts';
import { maxRedirects, redirectWithin } from '../client/redirect.ts';
import { addressOf } from '../client/request-address.ts';
import { requestFailure, responseFailure } from '../client/request-failure.ts';
import type { Transport, WireBody } from '../client/transport.ts';
import { userAgent } from '../client/user-agent.ts';
import { longestTextBytes, streamedBody, withFailures } from '../client/wire-body.ts';
import { Deadlines } from './deadlines.ts';
import { type ConnectionSettings, type OpenedConnections, openConnections, proxyOf } from './dispatcher.ts';
import { proxyFailure } from './proxy.ts';
import { type ResponseHead, StreamingResponse } from './streaming-response.ts';

/** Options of the transport for Node. */
export interface UndiciTransportOptions extends ConnectionSettings {
  /** Root URL without a trailing slash. */
  readonly url: string;
  /** API key, or a function that returns it for each request, because it may change. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** `User-Agent` of the requests. Default: the name and version of this package. */
  readonly userAgent?: string | undefined;
  /** Maximum size to which a compressed response may be decompressed in memory. Default: 512 MB. */
  readonly longestUnpackedBytes?: number | undefined;
}

type Undici = typeof import('undici');

// Loading undici takes longer than starting a small program, so it is loaded once, by the first request.
let loading: Promise<Undici> | null = null;

/** Loads the HTTP client before the first request, which then does not wait for it. Sends nothing. */
export function loadHttpClient(): Promise<Undici> {
  loading ??= loadUndici();
  return loading;
}

async function loadUndici(): Promise<Undici> {
  try {
    // Bundlers that split code give a CommonJS package only its default export.
    return (await import('undici')).default as Undici;
  } catch (cause) {
    const reason = `the HTTP client cannot be loaded in Node ${process.versions.node}`;
    throw RestApiException.of({ code: 'invalid', reason, remedy: 'Use Node 22.19 or newer', cause });
  }
}

/** Decompression by content coding, in lower case (RFC 9110, 8.4.1). */
const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function unpacked(body: WireBody, unpacker: Transform, longestBytes: number): WireBody {
  // Errors of either stream are passed to the reader of the decompressed one.
  const stream = pipeline(Readable.from(body), unpacker, () => {});
  return streamedBody(stream, longestBytes);
}

/** Returns the decompressed body and removes the headers that describe the encoding. */
function bodyOf(
  body: StreamingResponse,
  { headers }: ResponseHead,
  { longestBytes, failureOf }: { longestBytes: number; failureOf: (error: unknown) => Error },
): WireBody {
  const unpacker = unpackers[headers['content-encoding']?.toLowerCase() ?? ''];
  if (unpacker === undefined) return body;
  delete headers['content-encoding'];
  delete headers['content-length'];
  return withFailures(unpacked(body, unpacker(), longestBytes), failureOf);
}

/**
 * Creates the transport for Node, with persistent connections and streaming in both directions. Redirects are
 * followed only within the origin of the service, so that the API key is not sent elsewhere.
 */
export function undiciTransport(options: UndiciTransportOptions): Transport & { close(): Promise<void> } {
  const root = new URL(options.url);
  const prefix = root.pathname.replace(/\/$/, '');
  // On the same machine compression costs more than it saves.
  const usualPacking = isLoopback(root.hostname) ? 'identity' : 'gzip, br';
  const longestBytes = options.longestUnpackedBytes ?? longestTextBytes;
  const deadlines = new Deadlines();
  const proxy = proxyOf(root, options);
  const agent = options.userAgent ?? userAgent();
  let opened: OpenedConnections | null = null;
  return {
    async send(request, signal) {
      const undici = await loadHttpClient();
      // After the await, so that concurrent requests share one pool.
      opened ??= openConnections(undici, root, options, proxy);
      const { dispatcher, traffic } = opened.poolOf(request);
      const authorization = typeof options.apiKey === 'string' ? options.apiKey : await options.apiKey();
      const { body } = request;
      // A range of a compressed file cannot be decompressed.
      const packing = request.headers?.range === undefined ? usualPacking : 'identity';
      const length = body instanceof Uint8Array ? { 'content-length': String(body.byteLength) } : {};
      const own = { 'accept-encoding': packing, 'user-agent': agent };
      const headers = { ...own, ...request.headers, ...length, authorization };
      let { timeoutMillis } = request;
      const { idleMillis } = request;
      let path = `${prefix}${addressOf(request)}`;
      const failureOf = (error: unknown, hasBegun = false) =>
        hasBegun
          ? responseFailure(error, request, signal, options.url)
          : proxyFailure(requestFailure(error, request, signal, options.url), error, { root: options.url, proxy });
      let response: StreamingResponse | null = null;
      try {
        for (let hop = 0; ; hop++) {
          const limits = { timeoutMillis, idleMillis };
          response = new StreamingResponse({
            limits,
            deadlines,
            traffic,
            root: options.url,
            caller: signal,
            failureOf,
          });
          const sent = idleMillis === undefined ? body : body && response.sending(body);
          const content = { method: request.method, headers, body: dispatched(sent) };
          dispatcher.dispatch({ origin: root.origin, path, ...content }, response);
          const head = await response.head;
          const next = redirectWithin(root, head.status, head.headers.location);
          if (next === null || hop >= maxRedirects || request.method !== 'GET')
            return {
              ...head,
              body: bodyOf(response, head, { longestBytes, failureOf: (error) => failureOf(error, true) }),
            };
          await response.bytes();
          if (idleMillis === undefined) timeoutMillis = Math.max(0, timeoutMillis - response.ageMillis);
          path = next;
        }
      } catch (error) {
        response?.abort(error);
        throw failureOf(error);
      }
    },
    async close() {
      await opened?.close();
    },
  };
}

/** Converts a body for undici. */
function dispatched(body: Uint8Array | AsyncIterable<Uint8Array> | undefined): Uint8Array | Readable | null {
  if (body === undefined) return null;
  return body instanceof Uint8Array ? body : Readable.from(body);
}
