import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/**
 * One request of a recording, in order of arrival. Bodies are decompressed, and stored as text if they are UTF-8,
 * otherwise as base64.
 */
export interface RecordedRequest {
  timeMillis: number;
  method: string;
  /** Path and query, without scheme and host. */
  path: string;
  contentType?: string;
  text?: string;
  base64?: string;
  /** JSON response, if it contains ids that later requests use: a replay gets different ids. */
  answer?: string;
  /** Only with `reads`: the header that contained the key, and the status of the response. */
  keyHeader?: string;
  status?: number;
}

/** Options of a recording proxy. */
export interface RecordingOptions {
  /** Also records reads, and the status and text of every response. */
  reads?: boolean;
}

/** Proxy that records the requests it forwards. */
export interface RecordingProxy {
  url: string;
  requests: RecordedRequest[];
  /** Unsuccessful responses of the service, as `POST /path: 404`. */
  failures: string[];
  close(): Promise<void>;
}

/** Starts a proxy in front of a service. It records every request that is not a plain read, or all requests. */
export async function startRecordingProxy(
  serviceUrl: string,
  { reads = false }: RecordingOptions = {},
): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  const failures: string[] = [];
  const server = createServer(async (request, response) => {
    try {
      const timeMillis = Date.now();
      const body = await wholeBody(request);
      const entry = recorded(request, body, timeMillis);
      if (changesSomething(request)) requests.push(entry);
      const answer = await fetch(new URL(request.url!, serviceUrl), {
        method: request.method!,
        headers: forwardedHeaders(request),
        redirect: 'manual',
        ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
      });
      if (!answer.ok)
        failures.push(`${request.method} ${request.url}: ${answer.status} ${await answer.clone().text()}`);
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
      });
      const responseBody = Buffer.from(await answer.arrayBuffer());
      const text = responseBody.toString('utf8');
      if (reads) {
        const keyHeader = keyHeaders.find((name) => request.headers[name] !== undefined);
        if (keyHeader !== undefined) entry.keyHeader = keyHeader;
        entry.status = answer.status;
        if (Buffer.from(text, 'utf8').equals(responseBody)) entry.answer = text;
        // A read is recorded after every write that it could have observed.
        if (!changesSomething(request)) requests.push(entry);
      } else if (text.startsWith('{') && /"\w*[iI]d":/.test(text)) entry.answer = text;
      response.end(responseBody);
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failures,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Headers in which clients of this protocol send the key. */
const keyHeaders = ['authorization', 'comet-sdk-api'];

/** Returns whether a request writes. Some writes of this protocol are GETs, with few exceptions below `write/`. */
function changesSomething(request: IncomingMessage): boolean {
  return request.method !== 'GET' || request.url!.includes('/write/') || request.url!.includes('/symlink/new');
}

function recorded(request: IncomingMessage, body: Buffer, timeMillis: number): RecordedRequest {
  const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  const contentType = request.headers['content-type'];
  const text = plain.toString('utf8');
  const binary = !Buffer.from(text, 'utf8').equals(plain);
  return {
    timeMillis,
    method: request.method!,
    path: request.url!,
    ...(contentType ? { contentType } : {}),
    ...(plain.length === 0 ? {} : binary ? { base64: plain.toString('base64') } : { text }),
  };
}

async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function forwardedHeaders(request: IncomingMessage): Record<string, string> {
  const own = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'expect']);
  return Object.fromEntries(
    Object.entries(request.headers).filter(([name, value]) => !own.has(name) && typeof value === 'string'),
  ) as Record<string, string>;
}
