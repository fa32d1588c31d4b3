import { Worker } from 'node:worker_threads';
import type { WireRequest } from '../client/transport.ts';
import type { ServiceProof } from './proven-transport.ts';

/** Address of a service and a key for it. */
export interface ServiceAccess {
  readonly url: string;
  readonly apiKey: string;
  /** Proof of a published address, without which nothing is sent. Null for an address of the user. */
  readonly proof?: ServiceProof | null;
}

/** Request in the form that the worker sends. */
interface BlockingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** Program of the worker. It is a string, so that no bundle needs another file. */
const program = `
const { workerData: { requests, outcome } } = require('node:worker_threads');
const finish = (value) => { Atomics.store(outcome, 0, value); Atomics.notify(outcome, 0); };
const send = ({ url, method, headers, body }) => new Promise((done, fail) => {
  const { request } = require(url.startsWith('https:') ? 'node:https' : 'node:http');
  const sent = request(url, { method, headers, agent: false }, (response) => {
    const isUnavailable = [502, 503, 504, 507].includes(response.statusCode);
    response.resume().once('end', isUnavailable ? fail : done).once('error', fail);
  });
  sent.once('error', fail).end(body);
});
requests.reduce((before, one) => before.then(() => send(one)), Promise.resolve()).then(() => finish(1), () => finish(2));
`;

function blockingRequest({ url, apiKey }: ServiceAccess, request: WireRequest): BlockingRequest {
  const query = new URLSearchParams(request.query.map(([name, value]) => [name, value])).toString();
  const { body } = request;
  return {
    url: `${url}${request.path}${query === '' ? '' : `?${query}`}`,
    method: request.method,
    headers: { ...request.headers, authorization: apiKey },
    body: body instanceof Uint8Array ? body : undefined,
  };
}

/**
 * Sends requests one after the other while the process waits, for a process that is ending: nothing asynchronous runs
 * in it any more. Returns whether all were sent.
 */
export function sendBlocking(access: ServiceAccess, requests: readonly WireRequest[], timeoutMillis: number): boolean {
  if (access.proof?.isProven === false) return false;
  const outcome = new Int32Array(new SharedArrayBuffer(4));
  try {
    const workerData = { requests: requests.map((request) => blockingRequest(access, request)), outcome };
    const worker = new Worker(program, { eval: true, workerData, env: {}, execArgv: [], stdout: true, stderr: true });
    worker.unref();
    Atomics.wait(outcome, 0, 0, timeoutMillis);
    return Atomics.load(outcome, 0) === 1;
  } catch {
    // The runtime has no workers, or the process is being destroyed.
    return false;
  }
}
