import type { Transport, WireRequest, WireResponse } from '../client/transport.ts';
import { bufferedBody } from '../client/wire-body.ts';

/** Response of a fake service: JSON with status 200 by default. `bytes` replaces the JSON body. */
export type FakeResponseInit = {
  /** Content as JSON. Default: an empty object. A string is sent as it is. */
  readonly json?: unknown;
  /** Content that replaces the JSON. */
  readonly bytes?: Uint8Array;
  /** HTTP status. Default: 200. */
  readonly status?: number;
  /** Headers with lower-case names, in addition to `content-type`. */
  readonly headers?: Record<string, string>;
};

/** Fake transport that records requests. It replaces the service, not modules of this project. */
export interface FakeTransport extends Transport {
  /** Requests in the order in which they were sent. */
  readonly sent: WireRequest[];
}

/** Creates a fake transport. `respond` may throw, wait, or observe the signal. */
export function fakeTransport(
  respond: (request: WireRequest, index: number, signal?: AbortSignal) => FakeResponseInit | Promise<FakeResponseInit>,
): FakeTransport {
  const sent: WireRequest[] = [];
  return {
    sent,
    async send(request, signal) {
      sent.push(request);
      return response(await respond(request, sent.length - 1, signal));
    },
  };
}

/** Creates a buffered response. */
function response({ json = {}, bytes, status = 200, headers = {} }: FakeResponseInit): WireResponse {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: bufferedBody(bytes ?? new TextEncoder().encode(text)),
  };
}

/** Returns a promise that never resolves and rejects when the signal aborts. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, fail) => {
    if (signal?.aborted) fail(signal.reason);
    signal?.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
}
