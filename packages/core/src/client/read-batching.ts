import { contract, endpointOf, isSmallRead } from '../contract/index.ts';
import { cancelled, RestApiException } from './errors.ts';
import { addressOf } from './in-process-transport.ts';
import { bufferedBody, type Transport, type WireRequest, type WireResponse } from './transport.ts';

/** Options of read batching. */
export interface ReadBatchingOptions {
  /** Maximum number of concurrent requests before further small reads wait. Default: 6. */
  readonly alone?: number;
  /** Maximum number of reads in one batch. Default: 50. */
  readonly limit?: number;
}

/** Small read that waits for a batch. */
interface Waiting {
  readonly request: WireRequest;
  readonly signal: AbortSignal | undefined;
  readonly address: string;
  /** Deadline on the clock of `performance.now()`. */
  readonly until: number;
  done(response: WireResponse | Promise<WireResponse>): void;
  fail(error: unknown): void;
  /** Called when the read is sent: from then on the transport enforces the timeout. */
  depart(): void;
  /** Whether the caller has aborted. */
  left: boolean;
  /** Called when the caller aborts after the read was sent. */
  onLeft: (() => void) | null;
}

/** Reads with a longer address are sent alone, to keep batches small. */
const longestAddress = 2000;
const newline = 10;
const space = 32;
const encoder = new TextEncoder();

/** Error statuses that a service without the endpoint may also return, and that each single read would get too. */
const everyones: ReadonlySet<number> = new Set([401, 429, 503]);

/**
 * Returns whether a response comes from a service without the batch endpoint. Some services respond to every address
 * with a page, others with an error.
 *
 * @param proven whether this service has served the endpoint before
 */
function isForeign({ status, headers }: WireResponse, proven: boolean): boolean {
  if (status < 300) return headers['content-type'] !== 'application/x-ndjson';
  return status === 404 || status === 405 || !(proven || everyones.has(status));
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
  throw RestApiException.from({ code: 'malformed', reason: 'the responses of a batch are not one line each' });
}

/** Builds one request for several reads. */
function requestFor(group: readonly Waiting[]): WireRequest {
  const { method, path } = contract.account.reads;
  return {
    method,
    path,
    query: [],
    headers: { 'content-type': 'application/json;charset=utf-8' },
    body: encoder.encode(JSON.stringify({ addresses: group.map(({ address }) => address) })),
    timeoutMillis: Math.max(...group.map(({ until }) => until)) - performance.now(),
  };
}

/** Returns a signal that aborts when all callers of a batch have aborted. */
function abandonment(group: readonly Waiting[]): AbortSignal {
  const abort = new AbortController();
  let present = group.length;
  for (const one of group) {
    one.onLeft = () => {
      present--;
      if (present === 0) abort.abort();
    };
  }
  return abort.signal;
}

/** Adds a small read to the waiting ones. It is removed when its caller aborts or its timeout expires. */
function waitAmong(
  waiting: Set<Waiting>,
  { request, signal, address }: Pick<Waiting, 'request' | 'signal' | 'address'>,
): Promise<WireResponse> {
  if (signal?.aborted) return Promise.reject(cancelled(signal.reason));
  return new Promise((done, fail) => {
    const { timeoutMillis } = request;
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    const leave = () => {
      settle();
      entry.left = true;
      waiting.delete(entry);
      fail(cancelled(signal?.reason));
      entry.onLeft?.();
    };
    const timer = setTimeout(() => {
      settle();
      waiting.delete(entry);
      const reason = `the call waited for earlier calls for more than ${Number((timeoutMillis / 1000).toPrecision(2))} s`;
      fail(RestApiException.from({ code: 'timeout', reason }));
    }, timeoutMillis);
    const entry: Waiting = {
      request,
      signal,
      address,
      until: performance.now() + timeoutMillis,
      done: (response) => {
        settle();
        done(response);
      },
      fail: (error) => {
        settle();
        fail(error);
      },
      depart: () => clearTimeout(timer),
      left: false,
      onLeft: null,
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(entry);
  });
}

/**
 * Batches small reads. A read that finds too many requests in progress waits for one to end, and is then sent in a
 * batch with the other waiting reads. A thousand concurrent reads take about twenty requests. A service without the
 * batch endpoint (a hosted one) is detected once; from then on each read is sent alone.
 */
export function batchingReads(transport: Transport, { alone = 6, limit = 50 }: ReadBatchingOptions = {}): Transport {
  /** Whether the service has the batch endpoint. Null until known. */
  let isEndpoint: boolean | null = null;
  let pending = 0;
  const waiting = new Set<Waiting>();

  async function sendCounted(request: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    pending++;
    try {
      return await transport.send(request, signal);
    } finally {
      pending--;
      if (waiting.size > 0) void sendWaiting();
    }
  }

  function sendEach(group: readonly Waiting[]): void {
    for (const { request, signal, done, left } of group) if (!left) done(sendCounted(request, signal));
  }

  async function sendWaiting(): Promise<void> {
    const group = [...waiting].slice(0, isEndpoint === false ? waiting.size : limit);
    for (const one of group) {
      waiting.delete(one);
      one.depart();
    }
    if (isEndpoint === false || group.length === 1) return sendEach(group);
    try {
      const response = await sendCounted(requestFor(group), abandonment(group));
      const { status, headers } = response;
      const bytes = await response.body.bytes();
      if (isForeign(response, isEndpoint === true)) {
        isEndpoint = false;
        return sendEach(group);
      }
      if (status === 200) isEndpoint = true;
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
      const endpoint = isEndpoint === false ? null : endpointOf(request.method, request.path);
      if (endpoint === null || !isSmallRead(endpoint)) return transport.send(request, signal);
      if (pending < alone || request.headers?.range !== undefined) return sendCounted(request, signal);
      const address = addressOf(request);
      if (address.length > longestAddress) return sendCounted(request, signal);
      return waitAmong(waiting, { request, signal, address });
    },
  };
}
