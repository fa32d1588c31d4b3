import { endpointOf } from '../contract/index.ts';
import { abortable } from './abortable.ts';
import { cancelled } from './errors.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';
import { bufferedBody } from './wire-body.ts';

/** Response in memory, which several callers can share. */
export interface BufferedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Reads a response to its end. */
export async function bufferResponse(response: WireResponse): Promise<BufferedResponse> {
  return { status: response.status, headers: response.headers, bytes: await response.body.bytes() };
}

/** Returns a new response from a buffered one. */
export function replay({ status, headers, bytes }: BufferedResponse): WireResponse {
  return { status, headers, body: bufferedBody(bytes) };
}

/**
 * Returns the key under which the response of a request can be shared. Returns null if it cannot: for writes, files
 * and methods other than GET.
 */
export function sharedKey(request: WireRequest): string | null {
  const endpoint = endpointOf(request.method, request.path);
  if (endpoint === null || endpoint.effect !== 'read' || endpoint.response === 'bytes' || request.method !== 'GET')
    return null;
  return JSON.stringify([request.path, request.query]);
}

interface PendingRead {
  readonly response: Promise<BufferedResponse>;
  /** Null if the first caller has no signal. The request is then never aborted. */
  readonly abort: AbortController | null;
  waiting: number;
}

/**
 * Deduplicates equal reads that are in progress at the same time: the request is sent once. The abort of one caller
 * cancels the request only if no other caller waits for it. A read that starts after a write started or ended never
 * shares an earlier response.
 */
export function deduplicating(transport: Transport): Transport {
  const pending = new Map<string, PendingRead>();
  return {
    async send(request, signal) {
      const key = sharedKey(request);
      if (key === null) {
        if (endpointOf(request.method, request.path)?.effect === 'read') return await transport.send(request, signal);
        pending.clear();
        try {
          return await transport.send(request, signal);
        } finally {
          pending.clear();
        }
      }
      if (signal?.aborted) throw cancelled(signal.reason);
      let shared = pending.get(key);
      if (shared === undefined) {
        const abort = signal === undefined ? null : new AbortController();
        const response = transport.send(request, abort?.signal).then(bufferResponse);
        shared = { response, abort, waiting: 0 };
        pending.set(key, shared);
        const forget = () => {
          if (pending.get(key) === shared) pending.delete(key);
        };
        response.then(forget, forget);
      }
      const mine = shared;
      mine.waiting++;
      if (signal === undefined) return replay(await mine.response);
      try {
        return replay(await abortable(mine.response, signal));
      } finally {
        mine.waiting--;
        if (signal.aborted && mine.waiting === 0) {
          if (pending.get(key) === mine) pending.delete(key);
          mine.abort?.abort();
        }
      }
    },
  };
}
