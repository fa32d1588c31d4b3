import type { Dispatcher } from 'undici';
import { joinBytes, type WireBody } from '../client/transport.ts';

/** Bytes that wait unread before the connection is asked to hold the rest back. */
const waitingBytes = 256 * 1024;

const decoder = new TextDecoder();

/** What an answer begins with. */
export interface AnswerHead {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Record<string, string>;
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const one: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) one[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return one;
}

/**
 * One exchange as undici reports it: its head once, then its bytes, taken whole or piece by piece. Pieces go straight from the
 * connection to whoever reads; a stream of Node's between them would be a third of what a small read costs the client.
 */
export class ArrivingAnswer implements Dispatcher.DispatchHandler, WireBody {
  /** Settles when the answer has begun, or when there will be none. */
  readonly head: Promise<AnswerHead>;
  private begin!: (head: AnswerHead) => void;
  private refuse!: (error: unknown) => void;
  private controller: Dispatcher.DispatchController | null = null;
  private pieces: Uint8Array[] = [];
  private waiting = 0;
  /** Whether all bytes are wanted at once, so that nothing is held back. */
  private whole = false;
  private state: 'open' | 'ended' | 'failed' = 'open';
  private failure: unknown;
  /** Wakes the reader that found no piece. */
  private wake: (() => void) | null = null;
  /** Called once, when the exchange has ended in any way. */
  private readonly release: () => void;
  private readonly timer: NodeJS.Timeout;

  /**
   * @param timeoutMillis what the whole exchange may take, its body included.
   * @param caller ends the exchange when it aborts.
   */
  constructor(timeoutMillis: number, caller: AbortSignal | undefined) {
    this.head = new Promise((begin, refuse) => {
      this.begin = begin;
      this.refuse = refuse;
    });
    // Whoever never comes to wait for it breaks no process.
    this.head.catch(() => {});
    const leave = () => this.abort(caller!.reason);
    this.timer = setTimeout(
      () => this.abort(new DOMException('The exchange took too long', 'TimeoutError')),
      timeoutMillis,
    );
    // The connection keeps the process; a clock that outlives it must not.
    this.timer.unref();
    this.release = () => {
      clearTimeout(this.timer);
      caller?.removeEventListener('abort', leave);
    };
    if (caller?.aborted) leave();
    else caller?.addEventListener('abort', leave, { once: true });
  }

  /** Ends the exchange, if it has not ended; whoever waits for it gets the reason. */
  abort(reason: unknown): void {
    if (this.state !== 'open') return;
    this.fail(reason);
    this.controller?.abort(reason as Error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Aborted while it waited for a connection.
    if (this.state === 'failed') controller.abort(this.failure as Error);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // The final answer comes after those that only tell of progress.
    if (status >= 200) this.begin({ status, headers: flat(headers) });
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Uint8Array): void {
    this.pieces.push(piece);
    this.waiting += piece.byteLength;
    if (!this.whole && this.waiting > waitingBytes) controller.pause();
    this.wakeReader();
  }

  onResponseEnd(): void {
    if (this.state !== 'open') return;
    this.state = 'ended';
    this.release();
    this.wakeReader();
  }

  onResponseError(_: Dispatcher.DispatchController, error: unknown): void {
    this.fail(error);
  }

  async bytes(): Promise<Uint8Array> {
    this.whole = true;
    this.controller?.resume();
    while (this.state === 'open') await this.next();
    const { pieces } = this;
    this.pieces = [];
    if (this.state === 'failed') throw this.failure;
    return joinBytes(pieces);
  }

  async text(): Promise<string> {
    return decoder.decode(await this.bytes());
  }

  /** A reader that leaves before the end ends the exchange: the rest has no other taker. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const piece = this.pieces.shift();
        if (piece !== undefined) {
          this.waiting -= piece.byteLength;
          yield piece;
        } else if (this.state === 'failed') throw this.failure;
        else if (this.state === 'ended') return;
        else {
          const more = this.next();
          // What the connection held back may come, and its end too, before this returns.
          this.controller?.resume();
          await more;
        }
      }
    } finally {
      this.abort(new DOMException('The answer was left unread', 'AbortError'));
    }
  }

  /** Waits for another piece or the end. */
  private next(): Promise<void> {
    return new Promise((done) => {
      this.wake = done;
    });
  }

  private wakeReader(): void {
    const { wake } = this;
    this.wake = null;
    wake?.();
  }

  private fail(error: unknown): void {
    if (this.state !== 'open') return;
    this.state = 'failed';
    this.failure = error;
    this.release();
    this.refuse(error);
    this.wakeReader();
  }
}
