import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Pool } from 'undici';
import { RestApiException } from '../client/errors.ts';
import { answerFailure, requestFailure, silenceFailure } from '../client/exchange-failure.ts';
import { addressOf } from '../client/in-process-transport.ts';
import { isLoopback } from '../client/loopback.ts';
import {
  collectBytes,
  longestTextBytes,
  type Transport,
  type WireBody,
  type WireRequest,
  withFailures,
} from '../client/transport.ts';
import { Deadlines } from './deadlines.ts';
import { type ResponseHead, StreamingResponse, type TransferLimits } from './streaming-response.ts';

/** Where the service is and what opens it. */
export interface UndiciTransportOptions {
  /** Root address without a final slash. */
  readonly url: string;
  /** The key, or how to get it at each request: it may change while the transport lives. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** Connections kept at once. */
  readonly connections?: number;
  /** Longest answer in memory that a packed one may unpack to. Default: 512 MB. */
  readonly longestUnpackedBytes?: number;
}

type Undici = typeof import('undici');

// Loading undici takes longer than starting a small program: only the first request pays it, and only once.
let loading: Promise<Undici> | null = null;

async function loadUndici(): Promise<Undici> {
  try {
    return await import('undici');
  } catch (cause) {
    const reason = `the HTTP client cannot be loaded in Node ${process.versions.node}`;
    throw RestApiException.from({ code: 'invalid', reason, remedy: 'Use Node 22.19 or newer', cause });
  }
}

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function unpacked(answer: WireBody, unpacker: Transform, longestBytes: number): WireBody {
  // An error of either stream reaches whoever reads the unpacked one.
  const stream = pipeline(Readable.from(answer), unpacker, () => {});
  return {
    bytes: () => collectBytes(stream, longestBytes),
    text: async () => new TextDecoder().decode(await collectBytes(stream, longestBytes)),
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
  };
}

/** The body as its sender wrote it; the headers then say nothing of how it travelled. */
function bodyOf(
  answer: StreamingResponse,
  { headers }: ResponseHead,
  { longestBytes, failureOf }: { longestBytes: number; failureOf: (error: unknown) => Error },
): WireBody {
  const unpacker = unpackers[headers['content-encoding'] ?? ''];
  if (unpacker === undefined) return answer;
  delete headers['content-encoding'];
  delete headers['content-length'];
  return withFailures(unpacked(answer, unpacker(), longestBytes), failureOf);
}

/**
 * A transport of a Node process: kept connections, streams both ways. Redirects are followed only within the service's own
 * origin, so that the key goes nowhere else.
 */
export function undiciTransport(options: UndiciTransportOptions): Transport & { close(): Promise<void> } {
  const root = new URL(options.url);
  const prefix = root.pathname.replace(/\/$/, '');
  // On one machine packing costs more than it saves.
  const usualPacking = isLoopback(root.hostname) ? 'identity' : 'gzip, br';
  const longestBytes = options.longestUnpackedBytes ?? longestTextBytes;
  const deadlines = new Deadlines();
  let pool: Pool | null = null;
  const open = (undici: Undici) =>
    new undici.Pool(root.origin, {
      connections: options.connections ?? 8,
      keepAliveTimeout: 30_000,
      // The answer keeps the time of its call.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  return {
    async send(request, signal) {
      loading ??= loadUndici();
      const undici = await loading;
      // After the await: requests that are made at once share one pool.
      pool ??= open(undici);
      const authorization = typeof options.apiKey === 'string' ? options.apiKey : await options.apiKey();
      const { body } = request;
      // A part of a file cannot be unpacked.
      const packing = request.headers?.range === undefined ? usualPacking : 'identity';
      const length = body instanceof Uint8Array ? { 'content-length': String(body.byteLength) } : {};
      const headers = { 'accept-encoding': packing, ...request.headers, ...length, authorization };
      const limits = limitsOf(request, options.url);
      let path = `${prefix}${addressOf(request)}`;
      const failureOf = (error: unknown, hasBegun = false) =>
        (hasBegun ? answerFailure : requestFailure)(error, request, signal, options.url);
      let answer: StreamingResponse | null = null;
      try {
        for (let hop = 0; ; hop++) {
          answer = new StreamingResponse({ limits, deadlines, caller: signal, failureOf });
          const sent = typeof limits === 'number' ? body : body && answer.sending(body);
          pool.dispatch({ path, method: request.method, headers, body: dispatched(sent) }, answer);
          const head = await answer.head;
          const next = redirectWithin(root, head.status, head.headers.location);
          if (next === null || hop >= 5 || request.method !== 'GET')
            return {
              ...head,
              body: bodyOf(answer, head, { longestBytes, failureOf: (error) => failureOf(error, true) }),
            };
          await answer.bytes();
          path = next;
        }
      } catch (error) {
        answer?.abort(error);
        throw failureOf(error);
      }
    },
    async close() {
      await pool?.close();
    },
  };
}

/** Returns when an exchange has to be over, or the limits of one that carries a file. */
function limitsOf({ timeoutMillis, idleMillis }: WireRequest, root: string): number | TransferLimits {
  if (idleMillis === undefined) return performance.now() + timeoutMillis;
  return { answerMillis: timeoutMillis, idleMillis, silence: (stalled) => silenceFailure(stalled, root) };
}

/** Returns a body as undici takes it. */
function dispatched(body: Uint8Array | AsyncIterable<Uint8Array> | undefined): Uint8Array | Readable | null {
  if (body === undefined) return null;
  return body instanceof Uint8Array ? body : Readable.from(body);
}

function redirectWithin(root: URL, status: number, location: string | undefined): string | null {
  if (status < 300 || status >= 400 || location === undefined) return null;
  const url = new URL(location, root);
  if (url.origin !== root.origin) {
    const reason = `the service sends the call on to another address, ${url.origin}`;
    throw RestApiException.from({ code: 'forbidden', reason, status });
  }
  return url.pathname + url.search;
}
