import { bufferedBody, type Transport, type WireRequest, type WireResponse } from '../client/transport.ts';

/** What a fake service says to one request: JSON with status 200, or a whole answer; `bytes` in place of JSON. */
export type FakeResponseInit = {
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly status?: number;
  readonly headers?: Record<string, string>;
};

/** A transport that remembers what was sent and answers by a function; it stands for the service, not for our parts. */
export interface FakeTransport extends Transport {
  readonly sent: WireRequest[];
}

/** Makes one. The function may throw, wait, or look at the signal. */
export function fakeTransport(
  answer: (request: WireRequest, index: number, signal?: AbortSignal) => FakeResponseInit | Promise<FakeResponseInit>,
): FakeTransport {
  const sent: WireRequest[] = [];
  return {
    sent,
    async send(request, signal) {
      sent.push(request);
      return response(await answer(request, sent.length - 1, signal));
    },
  };
}

/** An answer in memory. */
export function response({ json = {}, bytes, status = 200, headers = {} }: FakeResponseInit): WireResponse {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: bufferedBody(bytes ?? new TextEncoder().encode(text)),
  };
}

/** Rejects when the signal aborts, never resolves. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, fail) => {
    if (signal?.aborted) fail(signal.reason);
    signal?.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
}

/** A request by its path, and query fields. */
export function request(
  method: WireRequest['method'],
  path: string,
  query: Readonly<Record<string, string>> = {},
): WireRequest {
  const { experimentKey } = query;
  return {
    method,
    path: path.startsWith('/') ? path : `/api/rest/v2/${path}`,
    query: Object.entries(query),
    ...(experimentKey === undefined ? {} : { experimentKey }),
    timeoutMillis: 1000,
  };
}
