import { failureWith, RestApiException, type RestErrorCode } from './errors.ts';
import { finish, hold, type PartialFailure, type QueuedCall, type Slice } from './queued-call.ts';

/** Options of a `WriteQueue`. */
export interface WriteQueueOptions<Item, Reply> {
  /**
   * Sends one request. A request that may have been stored is sent again with the same items and the same key, so that
   * the service can store it once.
   */
  send(items: readonly Item[], operation: string, idempotencyKey: string): Promise<Reply>;
  /** Maximum number of items per request. */
  readonly limit: number;
  /** Maximum number of queued items. A call that exceeds it is rejected. */
  readonly capacity: number;
  /** Returns which items an error names as rejected, if the others were stored; null if the error names none. */
  partialFailureOf(error: RestApiException): PartialFailure<Reply> | null;
  /** Called when the service becomes unavailable. */
  onUnavailable(error: RestApiException): void;
  /** Called with the lost items of a call that was already rejected as queued. */
  onLost(error: RestApiException, items: readonly Item[]): void;
  /** Returns the pause in milliseconds after a failed attempt, counted from 1. Replaceable for tests. */
  readonly pauseMillis?: (attempt: number) => number;
}

/** Items of one request. */
interface Batch<Item, Reply> {
  readonly slices: readonly Slice<Item, Reply>[];
  readonly key: string;
}

const batchOf = <Item, Reply>(slices: readonly Slice<Item, Reply>[]): Batch<Item, Reply> => ({
  slices,
  key: crypto.randomUUID(),
});

const unavailableCodes: ReadonlySet<RestErrorCode> = new Set(['unreachable', 'timeout', 'rate-limited'] as const);
/** Statuses of a service that is unavailable, or whose disk is full. */
const unavailableStatuses: ReadonlySet<number | null> = new Set([502, 503, 504, 507]);
/** Codes of failures that may be the fault of the request. */
const doubtfulCodes: ReadonlySet<RestErrorCode> = new Set(['server', 'malformed'] as const);
/** Number of attempts after which a request counts as rejected if a failure may be its fault. */
const maxDoubtfulAttempts = 5;

const firstPauseMillis = 1000;
const longestPauseMillis = 15_000;
/** Time for which an unavailable service keeps a process running that does nothing else. */
const keepsRunningMillis = 30_000;

const backoff = (attempt: number) =>
  Math.min(firstPauseMillis * 2 ** (attempt - 1), longestPauseMillis) * (0.5 + Math.random() / 2);

/**
 * Sends items in order, one request at a time. A call is sent immediately if no request is in progress. Items of calls
 * made meanwhile are batched into the next request. So a loop that logs at each step without waiting needs one request
 * for many steps, and no timer delays anything.
 *
 * While the service is unavailable, items stay queued and are sent again with exponential backoff. Their calls are
 * rejected, so that no caller waits for the service. An item that the service rejects fails its call; if the error
 * does not name it, all items of the request count as rejected.
 */
export class WriteQueue<Item, Reply> {
  private readonly options: WriteQueueOptions<Item, Reply>;
  private slices: Slice<Item, Reply>[] = [];
  /** Batch to which an unavailable service did not respond: it is the next one, unchanged. */
  private interrupted: Batch<Item, Reply> | null = null;
  private queued = 0;
  private running: Promise<void> | null = null;
  /** Error of the last attempt while the service is unavailable. */
  private unavailable: RestApiException | null = null;
  private unavailableSince = 0;
  /** Number of callers of `settled`. */
  private settling = 0;
  private givingUp = false;
  /** Number of failed attempts in a row. */
  private attempts = 0;
  private endPause: () => void = () => {};

  constructor(options: WriteQueueOptions<Item, Reply>) {
    this.options = options;
  }

  /**
   * Resolves with the reply to the last request with items of this call. Rejects under the operation of this call when
   * the service rejects an item, and when it is unavailable: then `isQueued` is true for the error.
   */
  add(items: readonly Item[], operation: string): Promise<Reply> {
    return new Promise((done, fail) => {
      if (this.queued + items.length > this.options.capacity) return fail(this.overflow(operation));
      const results = { open: items.length, held: false, reply: null, rejection: null, failure: null };
      const call: QueuedCall<Item, Reply> = { items, operation, ...results, done, fail };
      this.slices.push({ call, from: 0, to: items.length });
      this.queued += items.length;
      if (this.unavailable !== null) hold(call, this.unavailable);
      this.running ??= this.run();
    });
  }

  /**
   * Resolves when no item is queued. If the service is unavailable, the next attempt starts at once.
   *
   * @param timeoutMillis time after which items are given up that an unavailable service does not accept. Their calls
   * fail.
   */
  async settled(timeoutMillis = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.running === null) return;
    this.settling++;
    const giveUp = () => {
      this.givingUp = true;
      this.endPause();
    };
    const timer = Number.isFinite(timeoutMillis) ? setTimeout(giveUp, timeoutMillis) : undefined;
    this.endPause();
    while (this.running !== null) await this.running;
    clearTimeout(timer);
    this.settling--;
  }

  private overflow(operation: string): RestApiException {
    const { code, reason } = this.unavailable ?? { code: 'rate-limited' as const, reason: 'the service is too slow' };
    const full = `${reason}, and the queue is full (${this.options.capacity} values)`;
    return RestApiException.from({ code, operation, reason: full, remedy: 'Wait for some of the calls' });
  }

  private async run(): Promise<void> {
    while (this.interrupted !== null || this.slices.length > 0) {
      const failure = await this.carry(this.interrupted ?? this.next());
      if (failure === null) {
        this.attempts = 0;
        this.unavailable = null;
        continue;
      }
      this.attempts++;
      this.becomeUnavailable(failure);
      if (!this.givingUp) await this.pause(failure.retryAfterMillis ?? 0);
      if (this.givingUp) this.discard(failure);
    }
    this.unavailable = null;
    this.givingUp = false;
    this.running = null;
  }

  /** Removes the items of the next request from the queue. A call with more items than fit is split. */
  private next(): Batch<Item, Reply> {
    const { limit } = this.options;
    let count = 0;
    let size = 0;
    for (const { from, to } of this.slices) {
      if (count > 0 && size + to - from > limit) break;
      size += to - from;
      count++;
    }
    const slices = this.slices.splice(0, count);
    return batchOf(size > limit ? [this.keepRest(slices[0]!, limit)] : slices);
  }

  /** Queues the items of a slice after the first ones. Returns the slice of the first ones. */
  private keepRest({ call, from, to }: Slice<Item, Reply>, count: number): Slice<Item, Reply> {
    this.slices.unshift({ call, from: from + count, to });
    return { call, from, to: from + count };
  }

  /** Sends a batch. Returns the error of an unavailable service, for which the batch waits, else null. */
  private async carry(batch: Batch<Item, Reply>): Promise<RestApiException | null> {
    const { slices, key } = batch;
    const [{ call: first }] = slices as [Slice<Item, Reply>];
    const items = slices.flatMap(({ call, from, to }) => call.items.slice(from, to));
    this.interrupted = null;
    try {
      const reply = await this.options.send(items, first.operation, key);
      for (const slice of slices) this.stored(slice, reply);
      return null;
    } catch (error) {
      const failure = RestApiException.from(error, first.operation);
      if (this.isUnavailable(failure)) {
        this.interrupted = batch;
        return failure;
      }
      // No status: the request was rejected before it was sent. Bisecting finds the items with few requests.
      if (failure.status === null && failure.code === 'invalid' && items.length > 1) {
        return await this.carry(batchOf(this.firstHalf(slices, items.length >> 1)));
      }
      this.rejected(slices, items.length, failure);
      return null;
    }
  }

  private isUnavailable({ code, status }: RestApiException): boolean {
    if (unavailableCodes.has(code) || unavailableStatuses.has(status)) return true;
    return doubtfulCodes.has(code) && this.attempts + 1 < maxDoubtfulAttempts;
  }

  /** Queues the second half of a batch again. Returns the first half. */
  private firstHalf(batch: readonly Slice<Item, Reply>[], count: number): Slice<Item, Reply>[] {
    const half: Slice<Item, Reply>[] = [];
    const rest = [...batch];
    for (let left = count; left > 0; ) {
      const slice = rest.shift()!;
      const size = slice.to - slice.from;
      if (size > left) rest.unshift({ ...slice, from: slice.from + left });
      half.push(size > left ? { ...slice, to: slice.from + left } : slice);
      left -= Math.min(size, left);
    }
    this.slices.unshift(...rest);
    return half;
  }

  private rejected(batch: readonly Slice<Item, Reply>[], count: number, failure: RestApiException): void {
    const part = failure.code === 'invalid' ? this.options.partialFailureOf(failure) : null;
    // An error that names items that were not sent is not reliable about the others.
    if (part?.rejected.every(({ index }) => index < count)) {
      let start = 0;
      for (const slice of batch) {
        const end = start + slice.to - slice.from;
        const offset = slice.from - start;
        const own = part.rejected.filter(({ index }) => index >= start && index < end);
        if (own.length > 0) {
          slice.call.rejection ??= { error: failure, items: [] };
          slice.call.rejection.items.push(...own.map(({ index, reason }) => ({ index: index + offset, reason })));
        }
        this.stored(slice, part.reply);
        start = end;
      }
      return;
    }
    // Items that may have been stored are not sent again: an error is visible, a duplicate is not.
    const reason = `${failure.reason} (in a request with those of other calls; it is unknown which of them were stored)`;
    const isShared = failure.code === 'invalid' && batch.some(({ call }) => call !== batch[0]!.call);
    const error = isShared
      ? failureWith(failure, { reason, remedy: 'Read what is stored before you log it again' })
      : failure;
    for (const slice of batch) this.lose(slice, error);
  }

  private stored({ call, from, to }: Slice<Item, Reply>, reply: Reply): void {
    call.reply = reply;
    this.resolve(call, to - from);
  }

  private lose({ call, from, to }: Slice<Item, Reply>, failure: RestApiException): void {
    call.failure ??= { error: failure, items: [] };
    // Not spread into one call: a slice may have more items than a function can have arguments.
    for (let index = from; index < to; index++) call.failure.items.push(call.items[index]!);
    this.resolve(call, to - from);
  }

  private resolve(call: QueuedCall<Item, Reply>, count: number): void {
    this.queued -= count;
    call.open -= count;
    if (call.open === 0) finish(call, this.options.onLost);
  }

  private becomeUnavailable(failure: RestApiException): void {
    if (this.unavailable === null) {
      this.unavailableSince = Date.now();
      this.options.onUnavailable(failure);
    }
    this.unavailable = failure;
    for (const { call } of this.interrupted?.slices ?? []) hold(call, failure);
    for (const { call } of this.slices) hold(call, failure);
  }

  /** Gives up all queued items. */
  private discard(failure: RestApiException): void {
    const slices = [...(this.interrupted?.slices ?? []), ...this.slices.splice(0)];
    this.interrupted = null;
    for (const slice of slices) this.lose(slice, failure);
  }

  private pause(requestedMillis: number): Promise<void> {
    const millis = Math.max((this.options.pauseMillis ?? backoff)(this.attempts), requestedMillis);
    return new Promise((done) => {
      const timer: ReturnType<typeof setTimeout> | { unref?(): void } = setTimeout(done, millis);
      const isOver = Date.now() - this.unavailableSince > keepsRunningMillis;
      if (isOver && this.settling === 0 && typeof timer === 'object') timer.unref?.();
      this.endPause = () => {
        clearTimeout(timer as ReturnType<typeof setTimeout>);
        done();
      };
    });
  }
}
