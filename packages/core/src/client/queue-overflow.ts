import type { Spool, SpooledRequest, SpoolPosition } from '../contract/index.ts';
import { copyWith, RestApiException } from './errors.ts';
import { isDoubtful } from './outage.ts';

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

/** Failure of a request on disk, and its items unless they were set aside. */
export interface DiskFailure<Item> {
  readonly error: RestApiException;
  readonly items: readonly Item[];
}

/**
 * Overflow of one queue. A disk that fails once is not written to again, and what is there already is sent. If it
 * cannot be read, it stays there for a later process.
 */
export class OverflowFile<Item> {
  /** Rules of the requests: their content, and when they are written. */
  readonly overflow: QueueOverflow<Item>;
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

  /** Folder and number of the requests on disk; null if there are none. */
  get left(): { readonly folder: string; readonly requests: number } | null {
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

  /** Sends the first request and removes it unless it can be sent later. Returns its failure. */
  async sendFirst(
    canWait: (error: RestApiException) => boolean,
    signal: AbortSignal,
  ): Promise<DiskFailure<Item> | null> {
    const request = this.read();
    if (request === null) return null;
    try {
      await this.overflow.send(request, signal);
    } catch (thrown) {
      const error = RestApiException.from(thrown, request.operation);
      if (canWait(error)) return { error, items: [] };
      if (isDoubtful(error)) return this.setAside(error);
      this.remove();
      return { error, items: this.overflow.itemsOf(request) };
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

  /** Sets the first request aside. If that is not possible, the requests on disk stay there. */
  private setAside(error: RestApiException): DiskFailure<Item> | null {
    try {
      const failure = setAsideError(error, this.spool!.setFirstAside());
      this.overflow.onSetAside(failure);
      return { error: failure, items: [] };
    } catch (diskError) {
      this.isUnreadable = true;
      this.fail(diskError);
      return null;
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
