import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contract } from '@tracklens/core/contract';
import { type CleanupOwner, cleanup } from '@tracklens/core/test-support';

/** A request that the server has received. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Number of the request since the fault was set, from 1. */
  readonly count: number;
  /** Forwards the request and its response. */
  forward(): Promise<void>;
  /** Forwards the request to the service and returns its response. */
  callService(): Promise<{ status: number; headers: Record<string, string>; body: Buffer }>;
}

/** Handles a request in place of the service. */
export type Fault = (exchange: Exchange) => void | Promise<void>;

/** A server on the loopback address in front of a service, with configurable failures. */
export interface FaultyServer {
  readonly url: string;
  /** Sets the fault for the following requests; null forwards all of them. */
  set(fault: Fault | null): void;
  /**
   * Returns a header that assigns a request to the fault that is set now. On a busy machine a request may arrive after
   * the next fault was set. With this header it is not counted as one of its requests.
   */
  faultHeader(): Record<string, string>;
  /** Requests received since the fault was set. */
  readonly requests: readonly string[];
}

const faultHeader = 'x-test-fault';

async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/**
 * Starts a faulty server, which is stopped with its open connections at the end of the test or with the cleanup stack.
 */
export async function faultyServer(
  owner: AsyncDisposableStack | CleanupOwner,
  serviceUrl: string,
): Promise<FaultyServer> {
  let fault: Fault | null = null;
  let requests: string[] = [];
  let faultsSet = 0;
  /** Errors of the faults themselves, which fail the test at its end. */
  const mistakes: unknown[] = [];
  const server = createServer(async (request, response) => {
    if (Number(request.headers[faultHeader] ?? faultsSet) !== faultsSet) return void request.socket.destroy();
    requests.push(`${request.method} ${request.url}`);
    const count = requests.length;
    const callService = async () => {
      const body = await wholeBody(request);
      const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
      const answer = await fetch(new URL(request.url!, serviceUrl), {
        method: request.method!,
        headers,
        ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      };
    };
    const forward = async () => {
      const { status, headers, body } = await callService();
      response.writeHead(status, headers).end(body);
    };
    try {
      await (fault === null ? forward() : fault({ request, response, count, forward, callService }));
    } catch (error) {
      // A client that left, or a service that is away, is part of a test.
      const isFetchFailure = error instanceof TypeError && error.message === 'fetch failed';
      if (!request.destroyed && !isFetchFailure) mistakes.push(error);
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup(owner).defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (mistakes.length > 0) throw new AggregateError(mistakes, 'A fault has thrown an error');
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      fault = next;
      requests = [];
      faultsSet++;
    },
    faultHeader: () => ({ [faultHeader]: String(faultsSet) }),
    get requests() {
      return requests;
    },
  };
}

/** Sends a JSON response. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Fault {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** Returns a fault that sends an error in the wire format of the service. */
export function errorResponse(status: number, msg: string, headers: Record<string, string> = {}): Fault {
  return jsonResponse(status, { msg, code: status, data: null, sdk_error_code: 0 }, headers);
}

/** Returns a fault that fails a number of times and then forwards the requests. */
export function first(times: number, fault: Fault): Fault {
  return (exchange) => (exchange.count <= times ? fault(exchange) : exchange.forward());
}

/**
 * Returns a fault that sends the status, the length and half of the real response, or another share; `end` decides how
 * it breaks off.
 */
export function half(end: (exchange: Exchange) => void, share = 0.5): Fault {
  return async (exchange) => {
    const { status, headers, body } = await exchange.callService();
    const { 'transfer-encoding': _, ...kept } = headers;
    exchange.response.writeHead(status, { ...kept, 'content-length': String(body.length) });
    exchange.response.flushHeaders();
    exchange.response.write(body.subarray(0, Math.floor(body.length * share)), () => end(exchange));
  };
}

/** Endpoints that only the local service has. */
const localOnly: readonly string[] = [
  contract.metrics.window,
  contract.projects.views,
  contract.query.summaries,
  contract.query.find,
  contract.query.groups,
].map(({ path }) => path);

/** Responds as a hosted account: without the capabilities and the endpoints that only the local service has. */
export const hostedAccount: Fault = async (exchange) => {
  const path = exchange.request.url!.split('?')[0]!;
  if (path === contract.account.version.path) return jsonResponse(200, { version: '3.0.0' })(exchange);
  if (localOnly.includes(path)) return errorResponse(404, 'not found')(exchange);
  await exchange.forward();
};

/** Resets the connection. */
export const reset = ({ request }: Exchange): void => {
  request.socket.resetAndDestroy();
};

/** Leaves the connection open without sending anything. */
export const hang = (): void => {};

/** Sends one byte at a time without end. */
export const trickle: Fault = ({ request, response }) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"');
  const timer = setInterval(() => response.write('a'), 20);
  request.socket.once('close', () => clearInterval(timer));
};
