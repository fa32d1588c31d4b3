import type { Dispatcher } from 'undici';
import { joinBytes, type WireBody } from '../client/transport.ts';
import type { Deadlines } from './deadlines.ts';

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

/** What an exchange is told beside its request. */
export interface ExchangeTerms {
  /** When the exchange has to be over, its body included, as `performance.now()` counts. */
  readonly until: number;
  readonly deadlines: Deadlines;
  /** Ends the exchange when it aborts. */
  readonly caller: AbortSignal | undefined;
  /** What a failure is thrown as, before or after the answer has begun. */
  readonly failureOf: (error: unknown, hasBegun: boolean) => Error;
}

/**
 * One exchange as undici reports it: its head once, then its bytes, taken whole or piece by piece. Pieces go straight from the
 * connection to whoever reads; a stream of Node's between them would be a third of what a small read costs the client.
 */
export class ArrivingAnswer implements Dispatcher.DispatchHandler, WireBody {
  /** Settles when the answer has begun, or when there will be none. */
  readonly head: Promise<AnswerHead>;
  private begin!: (head: AnswerHead) => void;
  private refuse!: (error: Error) => void;
  private controller: Dispatcher.DispatchController | null = null;
  private pieces: Uint8Array[] = [];
  private waiting = 0;
  /** Whether all bytes are wanted at once, so that nothing is held back. */
  private whole = false;
  private state: 'open' | 'ended' | 'failed' = 'open';
  private failure: Error | null = null;
  /** Wakes the reader that found no piece. */
  private wake: (() => void) | null = null;
  private readonly terms: ExchangeTerms;
  private readonly expire = () => this.abort(new DOMException('The exchange took too long', 'TimeoutError'));
  private readonly leave = () => this.abort(this.terms.caller!.reason);
  private hasBegun = false;

  constructor(terms: ExchangeTerms) {
    this.terms = terms;
    this.head = new Promise((begin, refuse) => {
      this.begin = begin;
      this.refuse = refuse;
    });
    // Whoever never comes to wait for it breaks no process.
    this.head.catch(() => {});
    const { caller, deadlines, until } = terms;
    deadlines.add(this.expire, until);
    if (caller?.aborted) this.leave();
    else caller?.addEventListener('abort', this.leave, { once: true });
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
    if (this.failure !== null) controller.abort(this.failure);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // The final answer comes after those that only tell of progress.
    if (status < 200) return;
    this.hasBegun = true;
    this.begin({ status, headers: flat(headers) });
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
    this.failure = this.terms.failureOf(error, this.hasBegun);
    this.release();
    this.refuse(this.failure);
    this.wakeReader();
  }

  /** The exchange has ended in some way. */
  private release(): void {
    this.terms.deadlines.delete(this.expire);
    this.terms.caller?.removeEventListener('abort', this.leave);
  }
}
