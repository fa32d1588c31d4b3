import * as v from 'valibot';
import { type AnyEndpoint, columnsAccept, displayWrites, endpointOf } from '../contract/index.ts';
import { ArrivingBody, bodyPieces } from './body-pieces.ts';
import { FrameMessage, HostMessage, type MessagePortLike, unreadPieces, viewOf } from './bridge-messages.ts';
import { cancelled, RestApiException } from './errors.ts';
import {
  bufferedBody,
  collectBytes,
  streamedBody,
  type Transport,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

/** Request of a frame until its body has arrived. */
interface Waiting {
  receive(reply: HostMessage): void;
  fail(error: RestApiException): void;
}

/**
 * Returns the transport of a frame. It forwards each request to the host process at the other end of the channel,
 * which has the API key. A body arrives in pieces and can be read before its end.
 */
export function bridgeTransport(port: MessagePortLike): Transport & { dispose(): void } {
  const waiting = new Map<number, Waiting>();
  // A page that was reloaded may receive messages for the page before it, whose ids differ.
  let next = Math.floor(Math.random() * 2 ** 40);
  const stop = port.listen((message) => {
    const checked = v.safeParse(HostMessage, message);
    if (checked.success) waiting.get(checked.output.id)?.receive(checked.output);
  });
  return {
    async send(request, signal) {
      if (signal?.aborted) throw cancelled(signal.reason);
      const body = request.body === undefined ? null : await bodyBytes(request.body);
      // The abort listener is not registered yet: check for an abort while the body was read.
      if (signal?.aborted) throw cancelled(signal.reason);
      const id = next++;
      return await new Promise<WireResponse>((done, reject) => {
        const settle = () => {
          clearTimeout(timer);
          timer = undefined;
          waiting.delete(id);
          signal?.removeEventListener('abort', abort);
        };
        const fail = (error: RestApiException) => {
          settle();
          reject(error);
          arriving.fail(error);
        };
        const leave = (error: RestApiException) => {
          port.post({ kind: 'tracklens/abort', id } satisfies FrameMessage);
          fail(error);
        };
        const abort = () => leave(cancelled(signal?.reason));
        // The host enforces the timeout. This timer only detects that there is no host.
        const expire = () => fail(RestApiException.from({ code: 'timeout', reason: noResponse }));
        const expect = () => {
          clearTimeout(timer);
          timer = setTimeout(expire, (request.idleMillis ?? request.timeoutMillis) + 5000);
        };
        const arriving = new ArrivingBody({
          waiting: expect,
          taken: () => port.post({ kind: 'tracklens/taken', id } satisfies FrameMessage),
          left: () => leave(cancelled()),
        });
        const receive = (reply: HostMessage) => {
          if (reply.kind === 'tracklens/failure') return fail(failureIn(reply));
          if (reply.kind === 'tracklens/progress') return void (timer !== undefined && expect());
          const bytes = viewOf(reply.body);
          if (!reply.more) settle();
          // The reader may be slow. The next piece is awaited when it has read this one.
          clearTimeout(timer);
          timer = undefined;
          arriving.add({ bytes, more: reply.more });
          if (reply.kind !== 'tracklens/answer') return;
          const { status, headers, more } = reply;
          done({ status, headers, body: more ? streamedBody(arriving) : bufferedBody(bytes) });
        };
        let timer: ReturnType<typeof setTimeout> | undefined;
        expect();
        signal?.addEventListener('abort', abort, { once: true });
        waiting.set(id, { receive, fail });
        port.post({
          kind: 'tracklens/request',
          id,
          method: request.method,
          path: request.path,
          query: request.query.map(([name, value]): [string, string] => [name, value]),
          contentType: request.headers?.['content-type'] ?? null,
          range: request.headers?.range ?? null,
          accept: request.headers?.accept === columnsAccept ? columnsAccept : null,
          body,
          experimentKey: request.experimentKey ?? null,
          timeoutMillis: request.timeoutMillis,
          idleMillis: request.idleMillis ?? null,
        } satisfies FrameMessage);
      });
    },
    dispose() {
      stop();
      for (const { fail } of [...waiting.values()]) fail(cancelled());
    },
  };
}

const noResponse = 'the editor or notebook did not respond';

function failureIn(reply: Extract<HostMessage, { kind: 'tracklens/failure' }>): RestApiException {
  const { code, reason, retryAfterMillis = null } = reply;
  return RestApiException.from({ code, reason, retryAfterMillis });
}

async function bodyBytes(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : await collectBytes(body);
}

/** Response headers that a frame may read. */
const shown = ['content-type', 'content-length', 'content-range', 'etag', 'retry-after'];

/** Which requests a frame may send. The output of a notebook may only read. */
export interface BridgePolicy {
  /**
   * Endpoints that the frame may call: all, those that only read, or these and those that change how something is
   * displayed (`displayWrites`).
   */
  readonly allow: 'any' | 'read' | 'display';
}

function mayCall(allow: BridgePolicy['allow'], endpoint: AnyEndpoint): boolean {
  return allow === 'any' || endpoint.effect === 'read' || (allow === 'display' && displayWrites.has(endpoint));
}

/** Request that the host serves. */
class ServedRequest {
  readonly #abort = new AbortController();
  #unread = 0;
  #wake: () => void = () => {};

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  abort(): void {
    this.#abort.abort();
    this.#wake();
  }

  /** The frame has read a piece. */
  taken(): void {
    this.#unread = Math.max(0, this.#unread - 1);
    this.#wake();
  }

  /** Counts a piece that was sent. Resolves when another one may be sent. */
  async sent(): Promise<void> {
    this.#unread++;
    while (this.#unread >= unreadPieces && !this.signal.aborted) {
      await new Promise<void>((done) => {
        this.#wake = done;
      });
    }
  }
}

/**
 * Serves the requests of a frame over a transport. Only endpoints of the contract pass, and only reads if the policy
 * says so. Everything else fails with `forbidden`. Unrelated messages are ignored. A body is sent while it arrives, and
 * read from the service only as fast as the frame reads it.
 *
 * @returns a function that stops serving and aborts the requests in progress
 */
export function serveBridge(port: MessagePortLike, transport: Transport, { allow }: BridgePolicy): () => void {
  const pending = new Map<number, ServedRequest>();
  const post = (message: HostMessage) => port.post(message);
  const serve = async (message: RequestMessage) => {
    const { id, idleMillis } = message;
    const endpoint = endpointOf(message.method, message.path);
    if (endpoint === null || !mayCall(allow, endpoint)) {
      const reason = endpoint === null ? `${message.path} is not part of the interface` : 'this view may not change it';
      return post({ kind: 'tracklens/failure', id, code: 'forbidden', reason });
    }
    const served = new ServedRequest();
    const { signal } = served;
    pending.set(id, served);
    const progress = () => post({ kind: 'tracklens/progress', id });
    const reports = idleMillis === null ? undefined : setInterval(progress, idleMillis / 4);
    try {
      const { status, headers, body } = await transport.send(requestIn(message), signal);
      let isFirst = true;
      for await (const { bytes, more } of bodyPieces(body)) {
        if (signal.aborted) return;
        const piece = { id, body: bytes, more };
        if (isFirst) post({ kind: 'tracklens/answer', ...piece, status, headers: shownHeaders(headers) });
        else post({ kind: 'tracklens/piece', ...piece });
        isFirst = false;
        if (more) await served.sent();
      }
    } catch (error) {
      const { code, reason, retryAfterMillis } = RestApiException.from(error);
      if (!signal.aborted) post({ kind: 'tracklens/failure', id, code, reason, retryAfterMillis });
    } finally {
      clearInterval(reports);
      if (pending.get(id) === served) pending.delete(id);
    }
  };
  const stop = port.listen((message) => {
    const checked = v.safeParse(FrameMessage, message);
    if (!checked.success) return;
    const { kind, id } = checked.output;
    if (kind === 'tracklens/request') void serve(checked.output);
    else if (kind === 'tracklens/abort') pending.get(id)?.abort();
    else pending.get(id)?.taken();
  });
  return () => {
    stop();
    for (const served of pending.values()) served.abort();
    pending.clear();
  };
}

type RequestMessage = Extract<FrameMessage, { kind: 'tracklens/request' }>;

function requestIn(message: RequestMessage): WireRequest {
  const { method, path, query, contentType, range, accept, body, experimentKey, timeoutMillis, idleMillis } = message;
  return {
    method,
    path,
    query,
    headers: {
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...(range === null ? {} : { range }),
      ...(accept === null ? {} : { accept }),
    },
    ...(body === null ? {} : { body: viewOf(body) }),
    ...(experimentKey === null ? {} : { experimentKey }),
    timeoutMillis,
    ...(idleMillis === null ? {} : { idleMillis }),
  };
}

function shownHeaders(headers: WireResponse['headers']): Record<string, string> {
  return Object.fromEntries(shown.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}
