import type { Spool, SpooledRequest, SpoolPosition } from '../contract/index.ts';
import { RestApiException } from './errors.ts';

/** Storage on disk of a queue. */
export interface QueueOverflow<Item> {
  /** Opens the spool of the queue. Called at most once, when it is first needed. */
  open(): Spool;
  /** Returns items as a request. Throws an exception with the code `invalid` for items that cannot be sent. */
  requestOf(items: readonly Item[], operation: string, idempotencyKey: string): SpooledRequest;
  /** Returns the items of a request that are known to its type, to report them as lost. */
  itemsOf(request: SpooledRequest): readonly Item[];
  send(request: SpooledRequest): Promise<unknown>;
  /** Called once, when the disk fails. The queue then uses memory only. */
  onFailure(error: unknown): void;
  /** Duration of an outage after which everything is written to disk. */
  readonly afterMillis: number;
  /** Interval of writes to disk during an outage. */
  readonly intervalMillis: number;
}

/** Failure of a request on disk, and its items. */
export interface DiskFailure<Item> {
  readonly error: RestApiException;
  readonly items: readonly Item[];
}

/** Overflow of one queue. A disk that fails once is not used again. */
export class OverflowFile<Item> {
  /** Rules of the requests: their content, and when they are written. */
  readonly overflow: QueueOverflow<Item>;
  private spool: Spool | null = null;
  private hasFailed = false;

  constructor(overflow: QueueOverflow<Item>) {
    this.overflow = overflow;
  }

  /** Whether nothing is on disk. */
  get isEmpty(): boolean {
    return this.spool === null || this.spool.count === 0;
  }

  /** Whether items can be written to disk. */
  get isUsable(): boolean {
    return !this.hasFailed;
  }

  /** Folder and number of the requests on disk; null if there are none. */
  get left(): { readonly folder: string; readonly requests: number } | null {
    return this.spool === null || this.isEmpty ? null : { folder: this.spool.folder, requests: this.spool.count };
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
  async sendFirst(canWait: (error: RestApiException) => boolean): Promise<DiskFailure<Item> | null> {
    const request = this.read();
    if (request === null) return null;
    try {
      await this.overflow.send(request);
    } catch (thrown) {
      const error = RestApiException.from(thrown, request.operation);
      if (canWait(error)) return { error, items: [] };
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
      this.fail(error);
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
    this.spool = null;
    if (!this.hasFailed) this.overflow.onFailure(error);
    this.hasFailed = true;
  }
}
