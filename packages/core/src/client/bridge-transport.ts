import * as v from 'valibot';
import { type AnyEndpoint, displayWrites, endpointOf } from '../contract/index.ts';
import { FrameMessage, HostMessage, type MessagePortLike, viewOf } from './bridge-messages.ts';
import { cancelled, RestApiException } from './errors.ts';
import { bufferedBody, collectBytes, type Transport, type WireResponse } from './transport.ts';

interface Waiting {
  /** Called when the other end reports that the request is still in progress. */
  progress(): void;
  done(response: WireResponse): void;
  fail(error: RestApiException): void;
}

/**
 * Returns the transport of a frame. It forwards each request to the host process at the other end of the channel,
 * which has the API key.
 */
export function bridgeTransport(port: MessagePortLike): Transport & { dispose(): void } {
  const waiting = new Map<number, Waiting>();
  let next = 0;
  const stop = port.listen((message) => {
    const checked = v.safeParse(HostMessage, message);
    if (!checked.success) return;
    const reply = checked.output;
    const mine = waiting.get(reply.id);
    if (mine === undefined) return;
    if (reply.kind === 'tracklens/progress') mine.progress();
    else if (reply.kind === 'tracklens/answer') {
      mine.done({ status: reply.status, headers: reply.headers, body: bufferedBody(viewOf(reply.body)) });
    } else {
      const { code, reason, retryAfterMillis = null } = reply;
      mine.fail(RestApiException.from({ code, reason, retryAfterMillis }));
    }
  });
  return {
    async send(request, signal) {
      if (signal?.aborted) throw cancelled(signal.reason);
      const body = request.body === undefined ? null : await bodyBytes(request.body);
      // The abort listener is not registered yet: check for an abort while the body was read.
      if (signal?.aborted) throw cancelled(signal.reason);
      const id = next++;
      return await new Promise<WireResponse>((done, fail) => {
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(id);
          signal?.removeEventListener('abort', leave);
        };
        const leave = () => {
          settle();
          port.post({ kind: 'tracklens/abort', id } satisfies FrameMessage);
          fail(cancelled(signal?.reason));
        };
        // The host enforces the timeout. This timer only detects that there is no host.
        const expire = () => {
          settle();
          fail(RestApiException.from({ code: 'timeout', reason: 'the editor or notebook did not respond' }));
        };
        const limitMillis = (request.idleMillis ?? request.timeoutMillis) + 5000;
        let timer = setTimeout(expire, limitMillis);
        signal?.addEventListener('abort', leave, { once: true });
        waiting.set(id, {
          progress: () => {
            clearTimeout(timer);
            timer = setTimeout(expire, limitMillis);
          },
          done: (response) => {
            settle();
            done(response);
          },
          fail: (error) => {
            settle();
            fail(error);
          },
        });
        port.post({
          kind: 'tracklens/request',
          id,
          method: request.method,
          path: request.path,
          query: request.query.map(([name, value]): [string, string] => [name, value]),
          contentType: request.headers?.['content-type'] ?? null,
          range: request.headers?.range ?? null,
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

/**
 * Serves the requests of a frame over a transport. Only endpoints of the contract pass, and only reads if the policy
 * says so. Everything else fails with `forbidden`. Unrelated messages are ignored.
 *
 * @returns a function that stops serving and aborts the requests in progress
 */
export function serveBridge(port: MessagePortLike, transport: Transport, { allow }: BridgePolicy): () => void {
  const pending = new Map<number, AbortController>();
  const serve = async (message: Extract<FrameMessage, { kind: 'tracklens/request' }>) => {
    const { id } = message;
    const endpoint = endpointOf(message.method, message.path);
    if (endpoint === null || !mayCall(allow, endpoint)) {
      const reason = endpoint === null ? `${message.path} is not part of the interface` : 'this view may not change it';
      port.post({ kind: 'tracklens/failure', id, code: 'forbidden', reason } satisfies HostMessage);
      return;
    }
    const abort = new AbortController();
    pending.set(id, abort);
    const { idleMillis } = message;
    const progress = () => port.post({ kind: 'tracklens/progress', id } satisfies HostMessage);
    const reports = idleMillis === null ? undefined : setInterval(progress, idleMillis / 4);
    try {
      const response = await transport.send(
        {
          method: message.method,
          path: message.path,
          query: message.query,
          headers: {
            ...(message.contentType === null ? {} : { 'content-type': message.contentType }),
            ...(message.range === null ? {} : { range: message.range }),
          },
          ...(message.body === null ? {} : { body: viewOf(message.body) }),
          ...(message.experimentKey === null ? {} : { experimentKey: message.experimentKey }),
          timeoutMillis: message.timeoutMillis,
          ...(idleMillis === null ? {} : { idleMillis }),
        },
        abort.signal,
      );
      const body = plainBytes(await response.body.bytes());
      const headers = Object.fromEntries(
        shown.flatMap((name) => (response.headers[name] === undefined ? [] : [[name, response.headers[name]]])),
      );
      if (!abort.signal.aborted) {
        port.post({ kind: 'tracklens/answer', id, status: response.status, headers, body } satisfies HostMessage);
      }
    } catch (error) {
      const { code, reason, retryAfterMillis } = RestApiException.from(error);
      const failure: HostMessage = { kind: 'tracklens/failure', id, code, reason, retryAfterMillis };
      if (!abort.signal.aborted) port.post(failure);
    } finally {
      clearInterval(reports);
      pending.delete(id);
    }
  };
  const stop = port.listen((message) => {
    const checked = v.safeParse(FrameMessage, message);
    if (!checked.success) return;
    if (checked.output.kind === 'tracklens/abort') pending.get(checked.output.id)?.abort();
    else void serve(checked.output);
  });
  return () => {
    stop();
    for (const abort of pending.values()) abort.abort();
    pending.clear();
  };
}

/**
 * Returns the bytes as a plain array that owns its whole buffer. An editor would serialize a Node `Buffer` as JSON,
 * and would send the whole underlying buffer of a view.
 */
function plainBytes(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array && bytes.byteLength === bytes.buffer.byteLength
    ? bytes
    : new Uint8Array(bytes);
}
