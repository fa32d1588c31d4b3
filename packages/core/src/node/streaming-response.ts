import type { Dispatcher } from 'undici';
import type { StalledTransfer } from '../client/exchange-failure.ts';
import { joinBytes, longestTextBytes, StreamedBody, tooLong, type WireBody } from '../client/transport.ts';
import type { Deadlines } from './deadlines.ts';

/** Bytes that wait unread before the connection is asked to hold the rest back. */
const waitingBytes = 256 * 1024;

/** Size of the slices in which a request's body is passed on: each slice that the connection takes is progress. */
const sliceBytes = 64 * 1024;

const decoder = new TextDecoder();

/** What an answer begins with. */
export interface ResponseHead {
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

/** Returns where in its file an answer begins, and how long the file is. */
function placeOf(headers: Readonly<Record<string, string>>): { bytes: number; totalBytes: number | null } {
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '');
  if (range !== null) return { bytes: Number(range[1]), totalBytes: Number(range[2]) };
  const length = headers['content-length'];
  return { bytes: 0, totalBytes: length === undefined || length === '' ? null : Number(length) };
}

/** Time limits of an exchange that carries a file. */
export interface TransferLimits {
  /** Longest wait for the answer, from the last byte of the request on. */
  readonly answerMillis: number;
  /** Longest silence while a body travels. */
  readonly idleMillis: number;
  /** Returns the failure of a body that stopped. */
  readonly silence: (stalled: StalledTransfer) => Error;
}

/** Time limits and callbacks of one HTTP exchange. */
export interface RequestLimits {
  /** When the exchange has to be over, its body included, as `performance.now()` counts; or the limits of a file's exchange. */
  readonly limits: number | TransferLimits;
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
export class StreamingResponse implements Dispatcher.DispatchHandler, WireBody {
  /** Settles when the answer has begun, or when there will be none. */
  readonly head: Promise<ResponseHead>;
  private begin!: (head: ResponseHead) => void;
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
  private readonly terms: RequestLimits;
  private readonly expire = () => this.abort(this.expiry());
  private readonly leave = () => this.abort(this.terms.caller!.reason);
  private hasBegun = false;
  /** Body that is under way, of an exchange that carries a file; null while its answer is waited for. */
  private transfer: { direction: 'sent' | 'received'; bytes: number; totalBytes: number | null } | null = null;
  private hasRequestBody = false;
  private isPaused = false;

  constructor(terms: RequestLimits) {
    this.terms = terms;
    this.head = new Promise((begin, refuse) => {
      this.begin = begin;
      this.refuse = refuse;
    });
    // Whoever never comes to wait for it breaks no process.
    this.head.catch(() => {});
    const { caller, deadlines, limits } = terms;
    // A file's exchange is not limited before it has a connection: others that carry files may keep it waiting for long.
    if (typeof limits === 'number') deadlines.add(this.expire, limits);
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
    else this.awaitAnswer();
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // The final answer comes after those that only tell of progress.
    if (status < 200) return;
    this.hasBegun = true;
    const head = { status, headers: flat(headers) };
    // What answers a file that was sent is short, and part of the wait for it.
    if (this.hasRequestBody) this.awaitAnswer();
    else {
      this.transfer = { direction: 'received', ...placeOf(head.headers) };
      this.restartIdle();
    }
    this.begin(head);
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Uint8Array): void {
    this.pieces.push(piece);
    this.waiting += piece.byteLength;
    if (this.transfer !== null) this.transfer.bytes += piece.byteLength;
    if (!this.whole && this.waiting > waitingBytes) {
      controller.pause();
      this.isPaused = true;
      // The silence is then the reader's.
      this.stopIdle();
    } else this.restartIdle();
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
    this.resume();
    while (this.state === 'open') await this.next();
    const { pieces } = this;
    this.pieces = [];
    if (this.state === 'failed') throw this.failure;
    return joinBytes(pieces);
  }

  async text(): Promise<string> {
    const bytes = await this.bytes();
    if (bytes.byteLength > longestTextBytes) throw tooLong(longestTextBytes);
    return decoder.decode(bytes);
  }

  /** Passes the body of a request on, as the connection takes it. */
  sending(body: Uint8Array | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    this.hasRequestBody = true;
    return this.slicesOf(body);
  }

  private async *slicesOf(body: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    const totalBytes = body instanceof Uint8Array ? body.byteLength : body instanceof StreamedBody ? body.size : null;
    const transfer = { direction: 'sent' as const, bytes: 0, totalBytes };
    for await (const piece of body instanceof Uint8Array ? [body] : body) {
      for (let at = 0; at < piece.byteLength; at += sliceBytes) {
        // An answer may come before the last byte was sent.
        if (!this.hasBegun) this.transfer = transfer;
        this.restartIdle();
        const slice = piece.subarray(at, at + sliceBytes);
        yield slice;
        transfer.bytes += slice.byteLength;
      }
      // Until the next piece is read, the silence is that of the file.
      this.stopIdle();
    }
    if (!this.hasBegun) this.awaitAnswer();
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
          this.resume();
          await more;
        }
      }
    } finally {
      this.abort(new DOMException('The answer was left unread', 'AbortError'));
    }
  }

  private resume(): void {
    if (this.isPaused) {
      this.isPaused = false;
      this.restartIdle();
    }
    this.controller?.resume();
  }

  /** Starts the clock of the wait for the answer, where the exchange carries a file. */
  private awaitAnswer(): void {
    const { limits, deadlines } = this.terms;
    if (typeof limits === 'number' || this.state !== 'open') return;
    this.transfer = null;
    deadlines.add(this.expire, performance.now() + limits.answerMillis);
  }

  /** Starts the clock of silence again, while a body is under way in an exchange that carries a file. */
  private restartIdle(): void {
    const { limits, deadlines } = this.terms;
    if (typeof limits === 'number' || this.transfer === null || this.state !== 'open') return;
    deadlines.add(this.expire, performance.now() + limits.idleMillis);
  }

  private stopIdle(): void {
    if (typeof this.terms.limits !== 'number' && this.transfer !== null) this.terms.deadlines.delete(this.expire);
  }

  /** Returns what the time that is over means. */
  private expiry(): Error {
    const { limits } = this.terms;
    if (typeof limits === 'number' || this.transfer === null) {
      return new DOMException('The exchange took too long', 'TimeoutError');
    }
    return limits.silence({ ...this.transfer, idleMillis: limits.idleMillis });
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
