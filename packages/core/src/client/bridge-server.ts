import * as v from 'valibot';
import { type AnyEndpoint, displayWrites, endpointOf } from '../contract/index.ts';
import { bodyPieces } from './body-pieces.ts';
import { FrameMessage, type HostMessage, type MessagePortLike, unreadPieces, viewOf } from './bridge-messages.ts';
import { RestApiException } from './errors.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';

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
  const fail = (id: number, error: unknown) => {
    const { code, reason, remedy, retryAfterMillis } = RestApiException.from(error);
    post({ kind: 'tracklens/failure', id, code, reason, remedy, retryAfterMillis });
  };
  const serve = async (message: RequestMessage) => {
    const { id, idleMillis } = message;
    const endpoint = endpointOf(message.method, message.path);
    if (endpoint === null || !mayCall(allow, endpoint)) {
      const reason = endpoint === null ? `${message.path} is not part of the interface` : 'this view may not change it';
      return fail(id, RestApiException.of({ code: 'forbidden', reason }));
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
      if (!signal.aborted) fail(id, error);
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
