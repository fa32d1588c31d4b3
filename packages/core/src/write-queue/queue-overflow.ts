import { copyWith, RestApiException } from '../client/errors.ts';
import { sendFirst } from '../spool/send-first.ts';
import { failedResult } from '../spool/send-result.ts';
import type { SendFailure } from '../spool/set-aside.ts';
import type { Spool, SpooledRequest, SpoolPosition } from '../spool/spooled-request.ts';
import { isUnavailable } from './outage.ts';

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

/** Waits for a request that was on disk. Returns its failure, or null if it is stored. Never rejects. */
export async function failureOf(
  operation: string,
  sending: Promise<unknown>,
): Promise<SendFailure<RestApiException> | null> {
  try {
    await sending;
    return null;
  } catch (thrown) {
    const error = RestApiException.from(thrown, operation);
    if (isUnavailable(error)) return { result: 'unavailable', error };
    return { result: error.status === null ? 'blocked' : failedResult(error.status, error.sdkErrorCode), error };
  }
}

/** Attempt to send a request on disk. */
export interface DiskAttempt<Item> {
  /** Returns how many later requests are sent after an error, to find out whether the request is at fault. */
  probes(error: RestApiException): number;
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
   * Sends the first request; see `sendFirst` of the spool. Returns the error with which it waits, else null. If the
   * disk fails, the requests on disk stay there.
   */
  async sendFirst({ probes, onLost, signal }: DiskAttempt<Item>): Promise<RestApiException | null> {
    const { overflow, spool } = this;
    try {
      const failure = await sendFirst<RestApiException>(spool!, {
        async send(request) {
          const failed = await failureOf(request.operation, overflow.send(request, signal));
          // A response that is not awaited any longer does not count.
          return failed !== null && signal.aborted ? { ...failed, result: 'unavailable' } : failed;
        },
        probes: ({ error }) => probes(error),
        onRejected: (request, error) => onLost(error, overflow.itemsOf(request)),
        onSetAside: (_, error, folder) => {
          overflow.onSetAside(setAsideError(error, folder));
          this.setAside = { folder, requests: (this.setAside?.requests ?? 0) + 1 };
        },
        onRemovalError: (error) => this.fail(error),
      });
      return failure?.error ?? null;
    } catch (diskError) {
      this.isUnreadable = true;
      this.fail(diskError);
      return null;
    }
  }

  private fail(error: unknown): void {
    if (!this.hasFailed) this.overflow.onFailure(error);
    this.hasFailed = true;
  }
}
