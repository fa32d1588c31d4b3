import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Pool } from 'undici';
import { RestApiException } from '../client/errors.ts';
import { exchangeFailure, searchOf } from '../client/in-process-transport.ts';
import { collectBytes, type Transport, type WireBody } from '../client/transport.ts';

/** Where the service is and what opens it. */
export interface UndiciTransportOptions {
  /** Root address without a final slash. */
  readonly url: string;
  /** The key, or how to get it at each request: it may change while the transport lives. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** Connections kept at once. */
  readonly connections?: number;
}

type Undici = typeof import('undici');

// Loading undici takes longer than starting a small program: only the first request pays it, and only once.
let loading: Promise<Undici> | null = null;

type ResponseStream = Readable & { text(): Promise<string>; bytes(): Promise<Uint8Array> };

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function bodyOf(stream: ResponseStream, packing: string | undefined): WireBody {
  const unpacker = unpackers[packing ?? ''];
  if (unpacker === undefined) {
    return {
      bytes: () => stream.bytes(),
      text: () => stream.text(),
      [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
    };
  }
  // An error of either stream reaches whoever reads the unpacked one.
  const unpacked = pipeline(stream, unpacker(), () => {});
  return {
    bytes: () => collectBytes(unpacked),
    text: async () => new TextDecoder().decode(await collectBytes(unpacked)),
    [Symbol.asyncIterator]: () => unpacked[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
  };
}

/** Whether a host is this machine: there packing costs more than it saves. */
function isHere(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** What stops one exchange: its caller, or its own time, both until its body has ended. */
interface Stop {
  readonly signal: AbortSignal;
  /** Lets go of the caller's signal and of the clock. */
  release(): void;
}

/** Costs a tenth of `AbortSignal.any` with `AbortSignal.timeout`, which show in the time of a small read. */
function stopOf(timeoutMillis: number, caller: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  const leave = () => controller.abort(caller!.reason);
  const timer = setTimeout(() => {
    caller?.removeEventListener('abort', leave);
    controller.abort(new DOMException('The exchange took too long', 'TimeoutError'));
  }, timeoutMillis);
  // The connection keeps the process; a clock that outlives it must not.
  timer.unref();
  if (caller?.aborted) leave();
  else caller?.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', leave);
    },
  };
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const one: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) one[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return one;
}

/**
 * A transport of a Node process: kept connections, streams both ways. Redirects are followed only within the service's own
 * origin, so that the key goes nowhere else.
 */
export function undiciTransport(options: UndiciTransportOptions): Transport & { close(): Promise<void> } {
  const root = new URL(options.url);
  const prefix = root.pathname.replace(/\/$/, '');
  const packingHere = isHere(root.hostname) ? 'identity' : 'gzip, br';
  let pool: Pool | null = null;
  const open = (undici: Undici) =>
    new undici.Pool(root.origin, {
      connections: options.connections ?? 8,
      keepAliveTimeout: 30_000,
      // A call's own time is kept by its signal; these only guard against a silent peer.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  return {
    async send(request, signal) {
      loading ??= import('undici');
      pool ??= open(await loading);
      const authorization = typeof options.apiKey === 'string' ? options.apiKey : await options.apiKey();
      const stop = stopOf(request.timeoutMillis, signal);
      const { body } = request;
      // A part of a file cannot be unpacked.
      const packing = request.headers?.range === undefined ? packingHere : 'identity';
      let path = `${prefix}${request.path}${searchOf(request)}`;
      try {
        for (let hop = 0; ; hop++) {
          const response = await pool.request({
            path,
            method: request.method,
            headers: { 'accept-encoding': packing, ...request.headers, authorization },
            signal: stop.signal,
            ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : Readable.from(body) }),
          });
          const headers = flat(response.headers);
          const next = redirectWithin(root, response.statusCode, headers.location);
          if (next === null || hop >= 5 || request.method !== 'GET') {
            const packed = headers['content-encoding'];
            if (packed !== undefined && unpackers[packed] !== undefined) {
              delete headers['content-encoding'];
              delete headers['content-length'];
            }
            const stream = response.body as unknown as ResponseStream;
            stream.once('close', stop.release);
            return { status: response.statusCode, headers, body: guarded(bodyOf(stream, packed)) };
          }
          await response.body.dump();
          path = next;
        }
      } catch (error) {
        stop.release();
        throw exchangeFailure(error, request, signal, options.url);
      }

      function guarded(inner: WireBody): WireBody {
        const broken = (error: unknown) => bodyFailure(error, exchangeFailure(error, request, signal, options.url));
        const named = <T>(work: Promise<T>) =>
          work.catch((error) => {
            throw broken(error);
          });
        return {
          bytes: () => named(inner.bytes()),
          text: () => named(inner.text()),
          async *[Symbol.asyncIterator]() {
            try {
              yield* inner;
            } catch (error) {
              throw broken(error);
            }
          },
        };
      }
    },
    async close() {
      await pool?.close();
    },
  };
}

/** What ended an answer that had begun. The service was reached, so that it is not what is to be looked at. */
function bodyFailure(error: unknown, failure: RestApiException): RestApiException {
  if (failure.code !== 'unreachable') return failure;
  const unpacking = /^Z_|^ERR_(?:BROTLI|_ERROR_)/.test(String((error as { code?: unknown } | null)?.code));
  return unpacking
    ? RestApiException.from({ code: 'malformed', reason: 'the answer cannot be unpacked', cause: error })
    : RestApiException.from({ code: 'unreachable', reason: 'the connection broke off amid the answer', cause: error });
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
