import * as v from 'valibot';
import { columnsAccept } from '../contract/index.ts';
import { ArrivingBody } from './body-pieces.ts';
import { type FrameMessage, HostMessage, type MessagePortLike, viewOf } from './bridge-messages.ts';
import { cancelled, RestApiException } from './errors.ts';
import { timerMillis } from './timer-millis.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';
import { bufferedBody, streamedBody, wholeBody } from './wire-body.ts';

/**
 * Returns the transport of a frame. It forwards each request to the host process at the other end of the channel,
 * which has the API key. A body arrives in pieces and can be read before its end.
 */
export function bridgeTransport(port: MessagePortLike): Transport & { dispose(): void } {
  const pending = new Map<number, PendingRequest>();
  // A page that was reloaded may receive messages for the page before it, whose ids differ.
  let next = Math.floor(Math.random() * 2 ** 40);
  const stop = port.listen((message) => {
    const checked = v.safeParse(HostMessage, message);
    if (checked.success) pending.get(checked.output.id)?.receive(checked.output);
  });
  return {
    async send(request, signal) {
      if (signal?.aborted) throw cancelled(signal.reason);
      const body = request.body === undefined ? null : await wholeBody(request.body);
      // The abort listener is not registered yet: check for an abort while the body was read.
      if (signal?.aborted) throw cancelled(signal.reason);
      const id = next++;
      const limitMillis = request.idleMillis ?? request.timeoutMillis;
      return await new Promise<WireResponse>((done, reject) => {
        const sent = new PendingRequest({
          port,
          id,
          limitMillis,
          signal,
          done,
          reject,
          onEnd: () => pending.delete(id),
        });
        pending.set(id, sent);
        port.post(requestMessage(id, request, body));
      });
    },
    dispose() {
      stop();
      for (const request of [...pending.values()]) request.fail(cancelled());
    },
  };
}

/** Time in addition to the limit of a request, since the host enforces that itself. */
const graceMillis = 5000;

interface PendingRequestOptions {
  readonly port: MessagePortLike;
  readonly id: number;
  /** Time that the host may be silent, in milliseconds. */
  readonly limitMillis: number;
  readonly signal: AbortSignal | undefined;
  /** Called with the response, whose body may still arrive. */
  done(response: WireResponse): void;
  reject(error: RestApiException): void;
  /** Called when the whole response has arrived, or the request has failed. */
  onEnd(): void;
}

/** Message with a piece of a body; the first one has the head of the response. */
type PieceMessage = Extract<HostMessage, { kind: 'tracklens/answer' | 'tracklens/piece' }>;

/** Request of a frame until its body has arrived. */
class PendingRequest {
  readonly #options: PendingRequestOptions;
  readonly #body: ArrivingBody;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PendingRequestOptions) {
    const { port, id, signal } = options;
    this.#options = options;
    this.#body = new ArrivingBody({
      onWait: () => this.#expect(),
      onRead: () => port.post({ kind: 'tracklens/taken', id } satisfies FrameMessage),
      onCancel: () => this.#cancel(cancelled()),
    });
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#expect();
  }

  receive(reply: HostMessage): void {
    if (reply.kind === 'tracklens/failure') this.fail(failureIn(reply));
    else if (reply.kind !== 'tracklens/progress') this.#receivePiece(reply);
    else if (this.#timer !== undefined) this.#expect();
  }

  #receivePiece(reply: PieceMessage): void {
    const bytes = viewOf(reply.body);
    if (!reply.more) this.#end();
    // The reader may be slow. The next piece is awaited when it has read this one.
    this.#stopTimer();
    this.#body.add({ bytes, more: reply.more });
    if (reply.kind !== 'tracklens/answer') return;
    const { status, headers, more } = reply;
    this.#options.done({ status, headers, body: more ? streamedBody(this.#body) : bufferedBody(bytes) });
  }

  fail(error: RestApiException): void {
    this.#end();
    this.#options.reject(error);
    this.#body.fail(error);
  }

  readonly #onAbort = (): void => this.#cancel(cancelled(this.#options.signal?.reason));

  #cancel(error: RestApiException): void {
    const { port, id } = this.#options;
    port.post({ kind: 'tracklens/abort', id } satisfies FrameMessage);
    this.fail(error);
  }

  /** Fails the request if the host sends nothing. This only detects that there is no host, which enforces the limit. */
  #expect(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.fail(RestApiException.of({ code: 'timeout', reason: noResponse })),
      timerMillis(this.#options.limitMillis + graceMillis),
    );
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #end(): void {
    this.#stopTimer();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#options.onEnd();
  }
}

function requestMessage(id: number, request: WireRequest, body: Uint8Array | null): FrameMessage {
  const { method, path, query, headers, experimentKey, timeoutMillis, idleMillis } = request;
  return {
    kind: 'tracklens/request',
    id,
    method,
    path,
    query: query.map(([name, value]): [string, string] => [name, value]),
    contentType: headers?.['content-type'] ?? null,
    range: headers?.range ?? null,
    accept: headers?.accept === columnsAccept ? columnsAccept : null,
    body,
    experimentKey: experimentKey ?? null,
    timeoutMillis,
    idleMillis: idleMillis ?? null,
  };
}

const noResponse = 'the editor or notebook did not respond';

function failureIn(reply: Extract<HostMessage, { kind: 'tracklens/failure' }>): RestApiException {
  const { code, reason, remedy, retryAfterMillis } = reply;
  return RestApiException.of({ code, reason, remedy, retryAfterMillis });
}
