import type { Spool, SpooledRequest, SpoolPosition } from '../contract/index.ts';
import { type SendResult, setAsideIfLaterIsStored } from '../contract/set-aside.ts';
import { copyWith, RestApiException } from './errors.ts';
import { isDoubtful, isUnavailable } from './outage.ts';

/** Folder with unsent requests, and their number. */
export interface RequestsOnDisk {
  readonly folder: string;
  readonly requests: number;
}

/** Storage on disk of a queue. */
export interface QueueOverflow<Item> {
  /** Opens the spool of the queue. Called at most once, when it is first needed. */
  open(): Spool;
  /** Returns items as a request. Throws an exception with the code `invalid` for items that cannot be sent. */
  requestOf(items: readonly Item[], operation: string, idempotencyKey: string): SpooledRequest;
  /** Returns the items of a request that are known to its type, to report them as lost. */
  itemsOf(request: SpooledRequest): readonly Item[];
  send(request: SpooledRequest, signal: AbortSignal): Promise<unknown>;
  /** Called once, when the disk fails. The queue then writes nothing more to it. */
  onFailure(error: unknown): void;
  /** Called with the error of a request that was set aside. */
  onSetAside(error: RestApiException): void;
  /** Duration of an outage after which everything is written to disk. */
  readonly afterMillis: number;
  /** Interval of writes to disk during an outage. */
  readonly intervalMillis: number;
}

/** Returns the error of a request with where it was set aside, and how it is sent. */
export function setAsideError(error: RestApiException, folder: string): RestApiException {
  return copyWith(error, {
    reason: `${error.reason} (set aside in ${folder})`,
    remedy: 'When this process has ended, send it with the command "tracklens sync"',
  });
}

/** Attempt to send a request on disk. */
export interface DiskAttempt<Item> {
  /** Returns whether the request can be sent later after an error. */
  canWait(error: RestApiException): boolean;
  /** Called with the error of a request that is rejected, and its items. */
  onLost(error: RestApiException, items: readonly Item[]): void;
  readonly signal: AbortSignal;
}

/**
 * Overflow of one queue. A disk that fails once is not written to again, and what is there already is sent. If it
 * cannot be read, it stays there for a later process.
 */
export class OverflowFile<Item> {
  /** Rules of the requests: their content, and when they are written. */
  readonly overflow: QueueOverflow<Item>;
  /** What was set aside. */
  private setAside: RequestsOnDisk | null = null;
  private spool: Spool | null = null;
  private hasFailed = false;
  private isUnreadable = false;

  constructor(overflow: QueueOverflow<Item>) {
    this.overflow = overflow;
  }

  /** Whether the next request of the queue is on disk. */
  get isNext(): boolean {
    return this.left !== null && !this.isUnreadable;
  }

  /** Whether items can be written to disk. */
  get isWritable(): boolean {
    return !this.hasFailed;
  }

  /** Folders with the requests on disk, also those that were set aside. */
  get onDisk(): RequestsOnDisk[] {
    return [this.left, this.setAside].filter((requests) => requests !== null);
  }

  /** Requests on disk that the queue sends; null if there are none. */
  get left(): RequestsOnDisk | null {
    const { spool } = this;
    return spool === null || spool.count === 0 ? null : { folder: spool.folder, requests: spool.count };
  }

  /** Writes items. Returns the error if it is not possible: `invalid` if the items are the reason. */
  write(items: readonly Item[], operation: string, key: string, position: SpoolPosition): RestApiException | null {
    try {
      const request = this.overflow.requestOf(items, operation, key);
      this.spool ??= this.overflow.open();
      this.spool.add(request, position);
      return null;
    } catch (error) {
      const failure = RestApiException.from(error, operation);
      if (failure.code !== 'invalid') this.fail(error);
      return failure;
    }
  }

  /**
   * Sends the first request and removes it unless it can be sent later. If the failure may be its fault, the next one
   * is sent before it. Returns the error with which it waits, else null.
   */
  async sendFirst(attempt: DiskAttempt<Item>): Promise<RestApiException | null> {
    const request = this.read();
    if (request === null) return null;
    try {
      await this.overflow.send(request, attempt.signal);
    } catch (thrown) {
      const error = RestApiException.from(thrown, request.operation);
      if (attempt.canWait(error)) return error;
      if (isDoubtful(error)) return await this.sendNext(error, attempt);
      attempt.onLost(error, this.overflow.itemsOf(request));
    }
    this.remove();
    return null;
  }

  private read(): SpooledRequest | null {
    try {
      return this.spool!.first();
    } catch (error) {
      this.isUnreadable = true;
      this.fail(error);
      return null;
    }
  }

  /**
   * Sends the request after the first, which fails with an error. The first is set aside if that one is stored. If the
   * disk fails, the requests on disk stay there.
   */
  private async sendNext(error: RestApiException, attempt: DiskAttempt<Item>): Promise<RestApiException | null> {
    try {
      const folder = await setAsideIfLaterIsStored(this.spool!, (request) => this.resultOf(request, attempt));
      if (folder === null) return error;
      const failure = setAsideError(error, folder);
      this.overflow.onSetAside(failure);
      this.setAside = { folder, requests: (this.setAside?.requests ?? 0) + 1 };
      return null;
    } catch (diskError) {
      this.isUnreadable = true;
      this.fail(diskError);
      return null;
    }
  }

  private async resultOf(request: SpooledRequest, { signal, onLost }: DiskAttempt<Item>): Promise<SendResult> {
    try {
      await this.overflow.send(request, signal);
      return 'stored';
    } catch (thrown) {
      const error = RestApiException.from(thrown, request.operation);
      if (signal.aborted || isUnavailable(error) || isDoubtful(error)) return 'failed';
      onLost(error, this.overflow.itemsOf(request));
      return 'rejected';
    }
  }

  private remove(): void {
    try {
      this.spool!.removeFirst();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (!this.hasFailed) this.overflow.onFailure(error);
    this.hasFailed = true;
  }
}
