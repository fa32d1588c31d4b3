import { contract, endpointOf, isSmallRead } from '../contract/index.ts';
import { cancelled, RestApiException } from './errors.ts';
import { addressOf } from './request-address.ts';
import { secondsText } from './request-failure.ts';
import { timerMillis } from './timer-millis.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';
import { bufferedBody } from './wire-body.ts';

/** Options of read batching. */
export interface ReadBatchingOptions {
  /** Number of concurrent requests from which on further small reads wait. Default: 6. */
  readonly concurrency?: number;
  /** Maximum number of reads in one batch. Default: 50. */
  readonly limit?: number;
}

/** Small read that waits for a batch. */
interface WaitingRead {
  readonly request: WireRequest;
  readonly signal: AbortSignal | undefined;
  readonly address: string;
  /** Deadline on the clock of `performance.now()`. */
  readonly deadline: number;
  done(response: WireResponse | Promise<WireResponse>): void;
  fail(error: unknown): void;
  /** Called when the read is sent: from then on the transport enforces the timeout. */
  onSent(): void;
  /** Whether the caller has aborted. */
  isAborted: boolean;
  /** Called when the caller aborts after the read was sent. */
  onAbort: (() => void) | null;
}

/** Reads with a longer address are sent alone, to keep batches small. */
const maxAddressLength = 2000;
const newline = 10;
const space = 32;
const encoder = new TextEncoder();

/** Error statuses that a service without the endpoint may also return, and that each single read would get too. */
const sharedStatuses: ReadonlySet<number> = new Set([401, 429, 503]);

/**
 * Returns whether a response comes from a service without the batch endpoint. Some services respond to every address
 * with a page, others with an error.
 *
 * @param isProven whether this service has served the endpoint before
 */
function lacksEndpoint({ status, headers }: WireResponse, isProven: boolean): boolean {
  if (status < 300) return headers['content-type'] !== 'application/x-ndjson';
  return status === 404 || status === 405 || !(isProven || sharedStatuses.has(status));
}

/**
 * Parses the responses: one line each, with the status and the JSON.
 *
 * @throws RestApiException `malformed` if their number differs from the number of reads
 */
function responsesIn(bytes: Uint8Array, count: number): WireResponse[] {
  const responses: WireResponse[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start);
    const status = Number(String.fromCharCode(...bytes.subarray(start, start + 3)));
    if (end < 0 || !(status >= 200) || bytes[start + 3] !== space) break;
    const headers = { 'content-type': 'application/json' };
    responses.push({ status, headers, body: bufferedBody(bytes.slice(start + 4, end)) });
    start = end + 1;
  }
  if (responses.length === count) return responses;
  throw RestApiException.of({ code: 'malformed', reason: 'the responses of a batch are not one line each' });
}

/** Builds one request for several reads. */
function requestFor(group: readonly WaitingRead[]): WireRequest {
  const { method, path } = contract.account.reads;
  return {
    method,
    path,
    query: [],
    headers: { 'content-type': 'application/json;charset=utf-8' },
    body: encoder.encode(JSON.stringify({ addresses: group.map(({ address }) => address) })),
    timeoutMillis: Math.max(...group.map(({ deadline }) => deadline)) - performance.now(),
  };
}

/** Returns a signal that aborts when all callers of a batch have aborted. */
function sharedSignal(group: readonly WaitingRead[]): AbortSignal {
  const abort = new AbortController();
  let remaining = group.length;
  for (const one of group) {
    one.onAbort = () => {
      remaining--;
      if (remaining === 0) abort.abort();
    };
  }
  return abort.signal;
}

/** Adds a small read to the waiting ones. It is removed when its caller aborts or its timeout expires. */
function waitAmong(
  waiting: Set<WaitingRead>,
  { request, signal, address }: Pick<WaitingRead, 'request' | 'signal' | 'address'>,
): Promise<WireResponse> {
  if (signal?.aborted) return Promise.reject(cancelled(signal.reason));
  return new Promise((done, fail) => {
    const { timeoutMillis } = request;
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const abort = () => {
      settle();
      entry.isAborted = true;
      waiting.delete(entry);
      fail(cancelled(signal?.reason));
      entry.onAbort?.();
    };
    const timer = setTimeout(() => {
      settle();
      waiting.delete(entry);
      const reason = `the call waited for earlier calls for more than ${secondsText(timeoutMillis)}`;
      fail(RestApiException.of({ code: 'timeout', reason }));
    }, timerMillis(timeoutMillis));
    const entry: WaitingRead = {
      request,
      signal,
      address,
      deadline: performance.now() + timeoutMillis,
      done: (response) => {
        settle();
        done(response);
      },
      fail: (error) => {
        settle();
        fail(error);
      },
      onSent: () => clearTimeout(timer),
      isAborted: false,
      onAbort: null,
    };
    signal?.addEventListener('abort', abort, { once: true });
    waiting.add(entry);
  });
}

/**
 * Batches small reads. A read that finds too many requests in progress waits for one to end, and is then sent in a
 * batch with the other waiting reads. A thousand concurrent reads take about twenty requests. A service without the
 * batch endpoint (a hosted one) is detected once; from then on each read is sent alone.
 */
export function batchingReads(
  transport: Transport,
  { concurrency = 6, limit = 50 }: ReadBatchingOptions = {},
): Transport {
  /** Whether the service has the batch endpoint. Null until known. */
  let hasEndpoint: boolean | null = null;
  let pending = 0;
  const waiting = new Set<WaitingRead>();

  async function sendCounted(request: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    pending++;
    try {
      return await transport.send(request, signal);
    } finally {
      pending--;
      if (waiting.size > 0) void sendWaiting();
    }
  }

  function sendEach(group: readonly WaitingRead[]): void {
    for (const { request, signal, done, isAborted } of group) if (!isAborted) done(sendCounted(request, signal));
  }

  async function sendWaiting(): Promise<void> {
    const group = [...waiting].slice(0, hasEndpoint === false ? waiting.size : limit);
    for (const one of group) {
      waiting.delete(one);
      one.onSent();
    }
    if (hasEndpoint === false || group.length === 1) return sendEach(group);
    try {
      const response = await sendCounted(requestFor(group), sharedSignal(group));
      const { status, headers } = response;
      const bytes = await response.body.bytes();
      if (lacksEndpoint(response, hasEndpoint === true)) {
        hasEndpoint = false;
        return sendEach(group);
      }
      if (status === 200) hasEndpoint = true;
      const responses = status === 200 ? responsesIn(bytes, group.length) : null;
      group.forEach(({ done }, at) => {
        done(responses?.[at] ?? { status, headers, body: bufferedBody(bytes) });
      });
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }

  return {
    send(request, signal) {
      const endpoint = hasEndpoint === false ? null : endpointOf(request.method, request.path);
      if (endpoint === null || !isSmallRead(endpoint)) return transport.send(request, signal);
      if (pending < concurrency || request.headers?.range !== undefined) return sendCounted(request, signal);
      const address = addressOf(request);
      if (address.length > maxAddressLength) return sendCounted(request, signal);
      return waitAmong(waiting, { request, signal, address });
    },
  };
}
