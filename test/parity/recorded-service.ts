import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp, openStore } from '@tracklens/server';

/** Request as it was received. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly status: number;
}

/** Service with its own data folder that records its requests. */
export interface RecordedService {
  readonly url: string;
  /** Returns the requests since the last call. */
  taken(): Recorded[];
  close(): Promise<void>;
}

/** API key of the service. */
export const apiKey = 'parity-key-0123456789';
/** API key that the service rejects. */
export const otherKey = 'another-key-0123456789';

/** Starts an empty service on the loopback address. */
export async function recordedService(folder: string): Promise<RecordedService> {
  const store = await openStore({ folder: join(folder, 'data') });
  const session = { userName: 'ada', defaultWorkspaceName: 'local' };
  const app = createApp({ store, apiKey, session });
  const requests: Recorded[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const body = new Uint8Array(Buffer.concat(pieces));
    const url = new URL(incoming.url!, `http://${incoming.headers.host}`);
    const headers = new Headers(incoming.headersDistinct as unknown as Record<string, string>);
    const method = incoming.method!;
    const answer = await app.fetch(new Request(url, { method, headers, ...(body.length > 0 ? { body } : {}) }));
    requests.push({ method, path: url.pathname, query: url.searchParams, headers, body, status: answer.status });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      return requests.splice(0);
    },
    async close() {
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
      await store.close();
    },
  };
}
