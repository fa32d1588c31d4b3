import { stallFailure } from './request-failure.ts';
import { timerMillis } from './timer-millis.ts';
import type { WireBody, WireRequest } from './transport.ts';
import { unref } from './unref.ts';
import { streamedBody } from './wire-body.ts';

/** Number of request body bytes that `fetch` may send within `idleMillis`. Upload progress cannot be observed. */
const bytesInIdleTime = 1024 * 1024;

/**
 * Timeouts of one request over `fetch`. Without `idleMillis`, one timeout covers the whole request. With it, the
 * timeout applies to the wait for the response, and then to each pause in the response body.
 */
export class RequestDeadline {
  /** Aborts with the signal of the caller or on a timeout. */
  readonly signal: AbortSignal;
  private readonly abort = new AbortController();
  private readonly idleMillis: number | undefined;
  private readonly root: string;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(request: WireRequest, { caller, root }: { caller: AbortSignal | undefined; root: string }) {
    const { timeoutMillis, idleMillis, body } = request;
    this.idleMillis = idleMillis;
    this.root = root;
    const ownSignal = idleMillis === undefined ? AbortSignal.timeout(timerMillis(timeoutMillis)) : this.abort.signal;
    this.signal = caller === undefined ? ownSignal : AbortSignal.any([caller, ownSignal]);
    if (idleMillis === undefined) return;
    const sentBytes = body instanceof Uint8Array ? body.byteLength : 0;
    const sendingMillis = idleMillis * Math.ceil(sentBytes / bytesInIdleTime);
    const expire = () => this.abort.abort(new DOMException('The request took too long', 'TimeoutError'));
    this.start(timeoutMillis + sendingMillis, expire);
  }

  /** Stops the timer. */
  end(): void {
    clearTimeout(this.timer);
  }

  /** Returns a body that starts the idle timer when it is read, and restarts it on each chunk. */
  watched(body: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>>): WireBody {
    const chunks = this.idleMillis === undefined ? body : this.chunksOf(body, this.idleMillis, headers);
    return streamedBody(chunks);
  }

  private chunksOf(
    body: AsyncIterable<Uint8Array>,
    idleMillis: number,
    headers: Readonly<Record<string, string>>,
  ): AsyncIterable<Uint8Array> {
    let bytes = 0;
    const length = headers['content-length'];
    const totalBytes = length && headers['content-encoding'] === undefined ? Number(length) : null;
    const expire = () =>
      this.abort.abort(stallFailure({ direction: 'received', bytes, totalBytes, idleMillis }, this.root));
    // The response has begun. The idle timer does not run before it is read, or while a chunk is processed.
    this.end();
    const deadline = this;
    return {
      async *[Symbol.asyncIterator]() {
        try {
          deadline.start(idleMillis, expire);
          for await (const chunk of body) {
            bytes += chunk.byteLength;
            deadline.end();
            yield chunk;
            deadline.start(idleMillis, expire);
          }
        } finally {
          deadline.end();
        }
      },
    };
  }

  private start(millis: number, expire: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(expire, timerMillis(millis));
    unref(this.timer);
  }
}
