import { contract, endpointOf, isSmallRead } from '../contract/index.ts';
import { cancelled, RestApiException } from './errors.ts';
import { addressOf } from './in-process-transport.ts';
import { bufferedBody, type Transport, type WireRequest, type WireResponse } from './transport.ts';

/** When reads are gathered. */
export interface ReadBatchingOptions {
  /** So many small reads are under way, alone or together, before a further one has to wait. */
  readonly alone?: number;
  /** So many reads travel together at most. */
  readonly most?: number;
}

/** A small read that waits for others to end. */
interface Waiting {
  readonly request: WireRequest;
  readonly signal: AbortSignal | undefined;
  readonly address: string;
  /** The end of its time, as `performance.now()` counts. */
  readonly until: number;
  done(response: WireResponse | Promise<WireResponse>): void;
  fail(error: unknown): void;
  /** Tells that it sets out: from now on the exchange keeps its time. */
  depart(): void;
  /** Whether its caller has left. */
  left: boolean;
  /** Called when its caller leaves while it is under way. */
  onLeft: (() => void) | null;
}

/** Longer ones go alone, so that what travels together stays small. */
const longestAddress = 2000;
const newline = 10;
const space = 32;
const encoder = new TextEncoder();

/** Refusals that a service without the row gives as well, and that it would give each read too. */
const everyones: ReadonlySet<number> = new Set([401, 429, 503]);

/**
 * Whether an answer is one of a service that has no such row: some answer any address with a page, some with a refusal of their own.
 *
 * @param proven whether this service has carried the row out before.
 */
function isForeign({ status, headers }: WireResponse, proven: boolean): boolean {
  if (status < 300) return headers['content-type'] !== 'application/x-ndjson';
  return status === 404 || status === 405 || !(proven || everyones.has(status));
}

/**
 * The answers, each a line of its status and its JSON.
 *
 * @throws RestApiException `malformed` when they are not as many as the questions.
 */
function answersIn(bytes: Uint8Array, count: number): WireResponse[] {
  const answers: WireResponse[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start);
    const status = Number(String.fromCharCode(...bytes.subarray(start, start + 3)));
    if (end < 0 || !(status >= 200) || bytes[start + 3] !== space) break;
    const headers = { 'content-type': 'application/json' };
    answers.push({ status, headers, body: bufferedBody(bytes.slice(start + 4, end)) });
    start = end + 1;
  }
  if (answers.length === count) return answers;
  throw RestApiException.from({ code: 'malformed', reason: 'the answers to several reads are not a line each' });
}

/** Several reads as one request. */
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

/** A signal that aborts when all callers of a group have left: nobody wants the answers then. */
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

/** Puts a small read among those that wait; it leaves them when its caller does, or when its time is over. */
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
      const reason = `earlier calls left no turn for this one within ${Number((timeoutMillis / 1000).toPrecision(2))} s`;
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
 * Small reads that find others under way wait for one of these to end, and then travel together: a thousand reads at once take
 * some twenty exchanges. A service that does not know the row for it (a hosted one) is asked once, and from then on for each read.
 */
export function batchingReads(transport: Transport, { alone = 6, most = 50 }: ReadBatchingOptions = {}): Transport {
  /** Whether the service has the row; null until it was asked. */
  let hasRow: boolean | null = null;
  let underWay = 0;
  const waiting = new Set<Waiting>();

  async function exchange(request: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    underWay++;
    try {
      return await transport.send(request, signal);
    } finally {
      underWay--;
      if (waiting.size > 0) void sendWaiting();
    }
  }

  function sendEach(group: readonly Waiting[]): void {
    for (const { request, signal, done, left } of group) if (!left) done(exchange(request, signal));
  }

  async function sendWaiting(): Promise<void> {
    const group = [...waiting].slice(0, hasRow === false ? waiting.size : most);
    for (const one of group) {
      waiting.delete(one);
      one.depart();
    }
    if (hasRow === false || group.length === 1) return sendEach(group);
    try {
      const response = await exchange(requestFor(group), abandonment(group));
      const { status, headers } = response;
      const bytes = await response.body.bytes();
      if (isForeign(response, hasRow === true)) {
        hasRow = false;
        return sendEach(group);
      }
      if (status === 200) hasRow = true;
      const answers = status === 200 ? answersIn(bytes, group.length) : null;
      group.forEach(({ done }, at) => {
        done(answers?.[at] ?? { status, headers, body: bufferedBody(bytes) });
      });
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }

  return {
    send(request, signal) {
      const row = hasRow === false ? null : endpointOf(request.method, request.path);
      if (row === null || !isSmallRead(row)) return transport.send(request, signal);
      if (underWay < alone || request.headers?.range !== undefined) return exchange(request, signal);
      const address = addressOf(request);
      if (address.length > longestAddress) return exchange(request, signal);
      return waitAmong(waiting, { request, signal, address });
    },
  };
}
