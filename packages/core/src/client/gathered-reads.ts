import { contract, endpointOf, isSmallRead } from '../contract/index.ts';
import { RestApiException } from './errors.ts';
import { addressOf } from './in-process-transport.ts';
import { bufferedBody, type Transport, type WireRequest, type WireResponse } from './transport.ts';

/** When reads are gathered. */
export interface GatheringOptions {
  /** So many exchanges go on at once before a small read has to wait. */
  readonly alone?: number;
  /** So many reads travel together at most. */
  readonly most?: number;
}

/** A small read that waits for an exchange to end. */
interface Waiting {
  readonly request: WireRequest;
  readonly signal: AbortSignal | undefined;
  readonly address: string;
  done(response: WireResponse | Promise<WireResponse>): void;
  fail(error: unknown): void;
  /** Whether its caller has left. */
  left: boolean;
}

/** Longer ones go alone, so that what travels together stays small. */
const longestAddress = 2000;
const newline = 10;
const space = 32;
/** Whether an answer is one of a service that has no such row; some answer any address with a page. */
function isForeign({ status, headers }: WireResponse): boolean {
  return status === 404 || status === 405 || (status < 300 && headers['content-type'] !== 'application/x-ndjson');
}

const encoder = new TextEncoder();

/** The answers, each a line of its status and its JSON; null when they are not as many as the questions. */
function answersIn(bytes: Uint8Array, count: number): WireResponse[] | null {
  const answers: WireResponse[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start);
    const gap = bytes.indexOf(space, start);
    if (end < 0 || gap < 0 || gap > end) return null;
    const status = Number(String.fromCharCode(...bytes.subarray(start, Math.min(gap, start + 4))));
    if (!Number.isInteger(status)) return null;
    const headers = { 'content-type': 'application/json' };
    answers.push({ status, headers, body: bufferedBody(bytes.slice(gap + 1, end)) });
    start = end + 1;
  }
  return answers.length === count ? answers : null;
}

/**
 * Small reads that find the connections busy wait for one to become free, and then travel together: a thousand reads at once take
 * some twenty exchanges. A service that does not know the row for it (a hosted one) is asked once, and from then on for each read.
 */
export function gathering(transport: Transport, { alone = 6, most = 50 }: GatheringOptions = {}): Transport {
  const { reads } = contract.account;
  let isKnown = true;
  let underWay = 0;
  let waiting: Waiting[] = [];

  async function send(request: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    underWay++;
    try {
      return await transport.send(request, signal);
    } finally {
      underWay--;
      if (waiting.length > 0) void next();
    }
  }

  /** Sends what waits now. */
  async function next(): Promise<void> {
    const group = waiting.slice(0, isKnown ? most : Number.POSITIVE_INFINITY);
    waiting = waiting.slice(group.length);
    if (!isKnown || group.length === 1) {
      for (const { request, signal, done } of group) done(send(request, signal));
      return;
    }
    try {
      const addresses = group.map(({ address }) => address);
      const response = await send({
        method: reads.method,
        path: reads.path,
        query: [],
        headers: { 'content-type': 'application/json;charset=utf-8' },
        body: encoder.encode(JSON.stringify({ addresses })),
        timeoutMillis: Math.max(...group.map(({ request }) => request.timeoutMillis)),
      });
      const bytes = await response.body.bytes();
      if (isForeign(response)) {
        isKnown = false;
        for (const { request, signal, done, left } of group) if (!left) done(send(request, signal));
        return;
      }
      const answers = response.status === 200 ? answersIn(bytes, group.length) : null;
      if (response.status === 200 && answers === null) {
        throw RestApiException.from({ code: 'malformed', reason: 'the answers to several reads are not a line each' });
      }
      group.forEach(({ done }, at) => {
        done(answers?.[at] ?? { status: response.status, headers: response.headers, body: bufferedBody(bytes) });
      });
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }

  return {
    async send(request, signal) {
      if (!isKnown || underWay < alone || request.headers?.range !== undefined) return await send(request, signal);
      const row = endpointOf(request.method, request.path);
      const address = addressOf(request);
      if (row === null || !isSmallRead(row) || address.length > longestAddress) return await send(request, signal);
      if (signal?.aborted) throw cancelled(signal.reason);
      return await new Promise<WireResponse>((done, fail) => {
        const leave = () => {
          entry.left = true;
          waiting = waiting.filter((other) => other !== entry);
          fail(cancelled(signal?.reason));
        };
        const settled = <T>(settle: (value: T) => void) => {
          return (value: T) => {
            signal?.removeEventListener('abort', leave);
            settle(value);
          };
        };
        const entry: Waiting = { request, signal, address, done: settled(done), fail: settled(fail), left: false };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(entry);
      });
    },
  };
}

const cancelled = (cause: unknown) =>
  RestApiException.from({ code: 'aborted', reason: 'the call was cancelled', cause });
