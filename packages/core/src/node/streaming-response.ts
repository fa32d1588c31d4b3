import type { Dispatcher } from 'undici';
import { RestApiException } from '../client/errors.ts';
import { stallFailure } from '../client/request-failure.ts';
import type { WireBody } from '../client/transport.ts';
import { joinBytes, longestTextBytes, StreamedBody, tooLong } from '../client/wire-body.ts';
import type { Deadlines } from './deadlines.ts';
import { type Traffic, waitMillis } from './traffic.ts';

/** Maximum number of unread bytes before the connection is paused. */
const waitingBytes = 256 * 1024;

/** Chunk size of a request body. Each chunk accepted by the connection counts as progress. */
const sliceBytes = 64 * 1024;

const decoder = new TextDecoder();

/** Status and headers of a response. */
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

/** Returns the offset of a response in its file, and the total size of the file. */
function rangeOf(headers: Readonly<Record<string, string>>): { bytes: number; totalBytes: number | null } {
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '');
  if (range !== null) return { bytes: Number(range[1]), totalBytes: Number(range[2]) };
  const length = headers['content-length'];
  return { bytes: 0, totalBytes: length === undefined || length === '' ? null : Number(length) };
}

/** Timeouts of a request. None of them includes the wait for a connection. */
interface RequestLimits {
  /**
   * Maximum time of the whole request including the response body. For a file transfer, maximum wait for the response
   * after the last byte of the request was sent.
   */
  readonly timeoutMillis: number;
  /** Maximum time without progress during a file transfer. */
  readonly idleMillis?: number | undefined;
}

/** Timeouts and callbacks of one HTTP request. */
export interface RequestOptions {
  readonly limits: RequestLimits;
  readonly deadlines: Deadlines;
  /** Requests with the connections that this request may get. */
  readonly traffic: Traffic;
  /** Root URL of the service, for error messages. */
  readonly root: string;
  /** Signal that aborts the request. */
  readonly caller: AbortSignal | undefined;
  /** Converts an error, depending on whether the response has begun. */
  readonly failureOf: (error: unknown, hasBegun: boolean) => Error;
}

function unreadFailure(unread: number, root: string): RestApiException {
  const responses = unread === 1 ? '1 response is' : `${unread} responses are`;
  const reason = `there is no free connection to ${root}: ${responses} not read to the end`;
  return RestApiException.of({ code: 'timeout', reason, remedy: 'Read each response to its end, or leave its loop' });
}

/**
 * Handler of one undici request. It receives the head once, then the body, which is read as a whole or in chunks.
 * Chunks are passed directly from the connection to the reader, because a Node stream in between would take about a
 * third of the client's time for a small read.
 */
export class StreamingResponse implements Dispatcher.DispatchHandler, WireBody {
  /** Resolves when the response begins; rejects when there will be none. */
  readonly head: Promise<ResponseHead>;
  private begin!: (head: ResponseHead) => void;
  private reject!: (error: Error) => void;
  private controller: Dispatcher.DispatchController | null = null;
  private chunks: Uint8Array[] = [];
  private waiting = 0;
  /** Whether the body is read as a whole, in which case the connection is not paused. */
  private whole = false;
  private state: 'open' | 'ended' | 'failed' = 'open';
  private failure: Error | null = null;
  /** Wakes the reader that waits for a chunk. */
  private wake: (() => void) | null = null;
  private readonly options: RequestOptions;
  /** Time from which the request waits for a connection. */
  private readonly since = performance.now();
  private readonly onExpiry = () => {
    const { limits, traffic } = this.options;
    const isWaiting = this.controller === null && traffic.isMoving(this.since, limits.timeoutMillis);
    if (isWaiting) this.awaitConnection();
    else this.abort(this.expiry());
  };
  private readonly onAbort = () => this.abort(this.options.caller!.reason);
  private hasBegun = false;
  /** Body that is being transferred in a request with a file; null while the response is pending. */
  private transfer: { direction: 'sent' | 'received'; bytes: number; totalBytes: number | null } | null = null;
  private hasRequestBody = false;
  /** Whether the response waits for this program to read it. */
  isPaused = false;
  /** Time at which the request got a connection, in terms of `performance.now()`. */
  private started: number | null = null;

  constructor(options: RequestOptions) {
    this.options = options;
    this.head = new Promise((begin, reject) => {
      this.begin = begin;
      this.reject = reject;
    });
    // Prevents an unhandled rejection when nothing awaits the head.
    this.head.catch(() => {});
    const { caller } = options;
    this.awaitConnection();
    if (caller?.aborted) this.onAbort();
    else caller?.addEventListener('abort', this.onAbort, { once: true });
  }

  /** Time since the request got a connection. */
  get ageMillis(): number {
    return this.started === null ? 0 : performance.now() - this.started;
  }

  /** Aborts the request if it has not ended. Pending reads reject with the reason. */
  abort(reason: unknown): void {
    if (this.state !== 'open') return;
    this.fail(reason);
    this.controller?.abort(reason as Error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It was aborted while it waited for a connection.
    if (this.failure !== null) controller.abort(this.failure);
    else {
      this.started = performance.now();
      this.options.traffic.begin(this);
      this.awaitResponse();
    }
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Ignores informational responses; the final response follows.
    if (status < 200) return;
    this.hasBegun = true;
    this.options.traffic.progress();
    const head = { status, headers: flat(headers) };
    // The response to an upload is short, so its body is part of the wait for the response.
    if (this.hasRequestBody) this.awaitResponse();
    else if (this.options.limits.idleMillis !== undefined) {
      this.transfer = { direction: 'received', ...rangeOf(head.headers) };
      this.restartIdle();
    }
    this.begin(head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.waiting += chunk.byteLength;
    this.options.traffic.progress();
    if (this.transfer !== null) this.transfer.bytes += chunk.byteLength;
    if (!this.whole && this.waiting > waitingBytes) {
      controller.pause();
      this.isPaused = true;
      // While paused, the reader causes the delay, not the service.
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
    const { chunks } = this;
    this.chunks = [];
    if (this.state === 'failed') throw this.failure;
    return joinBytes(chunks);
  }

  async text(): Promise<string> {
    const bytes = await this.bytes();
    if (bytes.byteLength > longestTextBytes) throw tooLong(longestTextBytes);
    return decoder.decode(bytes);
  }

  /** Returns the request body in chunks and tracks its progress. */
  sending(body: Uint8Array | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    this.hasRequestBody = true;
    return this.slicesOf(body);
  }

  private async *slicesOf(body: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    const totalBytes = body instanceof Uint8Array ? body.byteLength : body instanceof StreamedBody ? body.size : null;
    const transfer = { direction: 'sent' as const, bytes: 0, totalBytes };
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      for (let at = 0; at < chunk.byteLength; at += sliceBytes) {
        // The response may begin before the last byte was sent.
        if (!this.hasBegun) this.transfer = transfer;
        this.restartIdle();
        const slice = chunk.subarray(at, at + sliceBytes);
        yield slice;
        transfer.bytes += slice.byteLength;
        this.options.traffic.progress();
      }
      // Until the next chunk has been read, the file causes the delay, not the service.
      this.stopIdle();
    }
    if (!this.hasBegun) this.awaitResponse();
  }

  /** Aborts the request when the reader stops early, because the rest would never be read. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const chunk = this.chunks.shift();
        if (chunk !== undefined) {
          this.waiting -= chunk.byteLength;
          yield chunk;
        } else if (this.state === 'failed') throw this.failure;
        else if (this.state === 'ended') return;
        else {
          const more = this.next();
          // The connection may deliver buffered chunks and the end synchronously here.
          this.resume();
          await more;
        }
      }
    } finally {
      this.abort(new DOMException('The response was not read', 'AbortError'));
    }
  }

  private resume(): void {
    if (this.isPaused) {
      this.isPaused = false;
      this.restartIdle();
    }
    this.controller?.resume();
  }

  /** Starts the wait for a connection, which keeps the process running: nothing else may do so. */
  private awaitConnection(): void {
    const { limits, deadlines } = this.options;
    deadlines.add(this.onExpiry, performance.now() + waitMillis(limits.timeoutMillis), true);
  }

  /** Starts the timeout of the whole request, or for the response of a file transfer. */
  private awaitResponse(): void {
    const { limits, deadlines } = this.options;
    if (this.state !== 'open') return;
    this.transfer = null;
    deadlines.add(this.onExpiry, performance.now() + limits.timeoutMillis);
  }

  /** Restarts the idle timeout, if a file transfer is in progress. */
  private restartIdle(): void {
    const { limits, deadlines } = this.options;
    if (limits.idleMillis === undefined || this.transfer === null || this.state !== 'open') return;
    deadlines.add(this.onExpiry, performance.now() + limits.idleMillis);
  }

  private stopIdle(): void {
    if (this.transfer !== null) this.options.deadlines.delete(this.onExpiry);
  }

  /** Returns the error of the expired timeout. */
  private expiry(): Error {
    const { limits, root, traffic } = this.options;
    const { unread } = traffic;
    if (this.controller === null && unread > 0) return unreadFailure(unread, root);
    if (limits.idleMillis === undefined || this.transfer === null) {
      return new DOMException('The request took too long', 'TimeoutError');
    }
    return stallFailure({ ...this.transfer, idleMillis: limits.idleMillis }, root);
  }

  /** Waits for a chunk or the end. */
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
    this.failure = this.options.failureOf(error, this.hasBegun);
    this.release();
    this.reject(this.failure);
    this.wakeReader();
  }

  /** Releases the deadline and the abort listener after the end of the request. */
  private release(): void {
    this.options.deadlines.delete(this.onExpiry);
    this.options.traffic.end(this);
    this.options.caller?.removeEventListener('abort', this.onAbort);
  }
}
