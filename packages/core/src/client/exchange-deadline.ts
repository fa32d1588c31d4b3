import { silenceFailure } from './exchange-failure.ts';
import { collectBytes, longestTextBytes, type WireBody, type WireRequest } from './transport.ts';

/** Bytes of a request's body that `fetch` may take `idleMillis` for: how many of them have left cannot be seen. */
const bytesInIdleTime = 1024 * 1024;

/**
 * Time limits of one exchange over `fetch`. Without `idleMillis` they are one limit on the whole exchange. With it, the clock is that of
 * the wait for the answer, and then that of each silence in the answer's body.
 */
export class ExchangeDeadline {
  /** Aborts with the caller's signal, and when the time is over. */
  readonly signal: AbortSignal;
  private readonly abort = new AbortController();
  private readonly idleMillis: number | undefined;
  private readonly root: string;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(request: WireRequest, { caller, root }: { caller: AbortSignal | undefined; root: string }) {
    const { timeoutMillis, idleMillis, body } = request;
    this.idleMillis = idleMillis;
    this.root = root;
    // What is left of a call that was sent again is no whole number.
    const own = idleMillis === undefined ? AbortSignal.timeout(Math.ceil(timeoutMillis)) : this.abort.signal;
    this.signal = caller === undefined ? own : AbortSignal.any([caller, own]);
    if (idleMillis === undefined) return;
    const sentBytes = body instanceof Uint8Array ? body.byteLength : 0;
    const sendingMillis = idleMillis * Math.ceil(sentBytes / bytesInIdleTime);
    const expire = () => this.abort.abort(new DOMException('The exchange took too long', 'TimeoutError'));
    this.start(timeoutMillis + sendingMillis, expire);
  }

  /** Ends the clock of an exchange that failed. */
  end(): void {
    clearTimeout(this.timer);
  }

  /** Returns a body whose pieces each start the clock of silence again. */
  watched(body: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>>): WireBody {
    const pieces = this.idleMillis === undefined ? body : this.piecesOf(body, this.idleMillis, headers);
    return {
      bytes: () => collectBytes(pieces),
      text: async () => new TextDecoder().decode(await collectBytes(pieces, longestTextBytes)),
      [Symbol.asyncIterator]: () => pieces[Symbol.asyncIterator](),
    };
  }

  private piecesOf(
    body: AsyncIterable<Uint8Array>,
    idleMillis: number,
    headers: Readonly<Record<string, string>>,
  ): AsyncIterable<Uint8Array> {
    let bytes = 0;
    const length = headers['content-length'];
    const totalBytes = length && headers['content-encoding'] === undefined ? Number(length) : null;
    const expire = () =>
      this.abort.abort(silenceFailure({ direction: 'received', bytes, totalBytes, idleMillis }, this.root));
    this.start(idleMillis, expire);
    const deadline = this;
    return {
      async *[Symbol.asyncIterator]() {
        try {
          for await (const piece of body) {
            bytes += piece.byteLength;
            // While the piece is used, the silence is the reader's.
            deadline.end();
            yield piece;
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
    this.timer = setTimeout(expire, millis);
    // In Node a clock keeps no process.
    (this.timer as { unref?: () => void }).unref?.();
  }
}
