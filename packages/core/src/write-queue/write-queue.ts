import { RestApiException } from '../client/errors.ts';
import { timerMillis } from '../client/timer-millis.ts';
import { unref } from '../client/unref.ts';
import { CallResults, type ResultOptions } from './call-results.ts';
import { canBeSentLater, isTemporary, type KeepAlive, Outage, type OutageOptions } from './outage.ts';
import { type ItemProperties, PendingItems } from './pending-items.ts';
import type { OverflowFile, RequestsOnDisk } from './queue-overflow.ts';
import { itemsOf, type QueuedCall, rejectAsQueued } from './queued-call.ts';
import { type Batch, UnsentBatches } from './unsent-batches.ts';

/** Options of a `WriteQueue`. */
export interface WriteQueueOptions<Item> extends ItemProperties<Item>, ResultOptions<Item>, OutageOptions {
  /**
   * Sends one request. A request that may have been stored is sent again with the same items and the same key, so that
   * the service can store it once.
   *
   * @param signal aborts when the queue gives up the request
   */
  send(items: readonly Item[], operation: string, idempotencyKey: string, signal: AbortSignal): Promise<unknown>;
  /**
   * Maximum size of all queued items. More are written to the spool; without one, a call that exceeds it is rejected.
   */
  readonly capacity: number;
  /** Storage on disk for what does not fit or is unsent when the process ends. */
  readonly overflow?: OverflowFile<Item> | undefined;
  /** Called when the service becomes unavailable. */
  onUnavailable(error: RestApiException): void;
  /** Called when the queue is no longer empty, and when it is. */
  onPending?(isPending: boolean): void;
}

/** Status of a request that the service, or a proxy before it, finds too large. */
const contentTooLarge = 413;

/**
 * Time that an attempt in progress gets when the queue gives up. An aborted request may still arrive, and then the
 * service has what the queue has given up: the result is certain only if the attempt ends by itself.
 */
const lastAttemptMillis = 1000;

/**
 * Sends items in order, one request at a time. A call is sent immediately if no request is in progress. Items of calls
 * made meanwhile are batched into the next request. So a loop that logs at each step without waiting needs one request
 * for many steps, and no timer delays anything.
 *
 * While the service is unavailable, items stay queued and are sent again with exponential backoff. Their calls are
 * rejected, so that no caller waits for the service. After some time, or when they are too many for the memory, they
 * are written to disk. Requests are numbered in the order in which they are sent, so that a service which remembers the
 * last number of a sequence recognizes all that it has stored. An item that the service rejects fails its call; if the
 * error does not name it, all items of the request count as rejected.
 */
export class WriteQueue<Item> {
  private readonly options: WriteQueueOptions<Item>;
  private readonly pending: PendingItems<Item>;
  private readonly unsent: UnsentBatches<Item>;
  /** Batch that was sent last, while its result is unknown. */
  private inFlight: Batch<Item> | null = null;
  private calls = 0;
  private readonly results: CallResults<Item>;
  private readonly outage: Outage;
  private running: Promise<void> | null = null;
  /** Number of callers of `settled`. */
  private waiting = 0;
  private isGivingUp = false;
  private givenUp: RestApiException | null = null;
  /** Aborts the attempt in progress. */
  private attempt = new AbortController();
  private spillTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: WriteQueueOptions<Item>) {
    this.options = options;
    this.pending = new PendingItems(options);
    this.results = new CallResults(options, (items, from, to) => this.pending.sizeOf(items, from, to));
    this.unsent = new UnsentBatches(this.pending, this.results, options.overflow);
    this.outage = new Outage(options);
  }

  /**
   * Resolves with the reply to the last request with items of this call. Rejects under the operation of this call when
   * the service rejects an item, and when the items stay queued because it is unavailable or too slow: then `isQueued`
   * is true for the error.
   */
  add(items: readonly Item[], operation: string): Promise<unknown> {
    return new Promise((done, fail) => {
      const size = this.pending.sizeOf(items);
      if (this.results.openSize + size > this.options.capacity && !this.unsent.spill(this.tooSlow(operation))) {
        return fail(this.overflowing(operation));
      }
      const call: QueuedCall<Item> = {
        items,
        size,
        operation,
        order: this.calls++,
        open: items.length,
        isRejectedAsQueued: false,
        reply: null,
        rejection: null,
        failure: null,
        done,
        fail,
      };
      this.unsent.add(call);
      this.results.open(call);
      if (this.outage.error !== null) rejectAsQueued(call, this.outage.error);
      if (this.running === null) this.start();
    });
  }

  /** Folders with the requests on disk, also those that were set aside because the service fails to store them. */
  get onDisk(): readonly RequestsOnDisk[] {
    return this.options.overflow?.onDisk ?? [];
  }

  /** Requests on disk that are sent next; null if there are none. */
  get left(): RequestsOnDisk | null {
    return this.unsent.left;
  }

  /**
   * Resolves when nothing is queued. If the service is unavailable, the next attempt starts at once.
   *
   * @param timeoutMillis time after which items are given up that an unavailable service does not accept. An attempt in
   * progress is aborted a second later. They are written to disk. Without a disk, their calls fail. An error that does
   * not pass with time, such as one of the key, gives them up at once.
   * @returns the error because of which items were given up; null if there is none
   */
  async settled(timeoutMillis = Number.POSITIVE_INFINITY): Promise<RestApiException | null> {
    this.givenUp = null;
    if (this.running === null && this.left === null) return null;
    if (this.running === null) this.start();
    this.waiting++;
    const giveUp = () => {
      this.isGivingUp = true;
      this.outage.endPause();
      if (this.outage.error !== null) timer = setTimeout(() => this.attempt.abort(), lastAttemptMillis);
    };
    let timer = Number.isFinite(timeoutMillis) ? setTimeout(giveUp, timerMillis(timeoutMillis)) : undefined;
    this.outage.endPause();
    while (this.running !== null) await this.running;
    clearTimeout(timer);
    this.waiting--;
    return this.givenUp;
  }

  /**
   * Writes items to disk after everything else, synchronously and without an attempt to send them: the next process
   * does. Returns whether the disk has them.
   */
  save(items: readonly Item[], operation: string): boolean {
    return this.unsent.save(items, operation, this.outage.error ?? this.tooSlow(operation));
  }

  /** Writes everything that is not known to be stored to disk, synchronously, since the process ends. */
  abandon(): void {
    const reason = this.outage.error ?? this.tooSlow('end');
    if (this.inFlight !== null) this.unsent.putFirst(this.inFlight, reason);
    this.inFlight = null;
    this.unsent.spill(reason);
  }

  private start(): void {
    this.options.onPending?.(true);
    this.running = this.run();
  }

  private tooSlow(operation: string): RestApiException {
    return RestApiException.of({ code: 'rate-limited', operation, reason: 'the service is too slow' });
  }

  private overflowing(operation: string): RestApiException {
    const { code, reason } = this.outage.error ?? this.tooSlow(operation);
    const full = `${reason}, and the queue is full (${this.options.capacity} bytes)`;
    return RestApiException.of({ code, operation, reason: full, remedy: 'Wait for some of the calls' });
  }

  private async run(): Promise<void> {
    for (;;) {
      this.attempt = new AbortController();
      const { signal } = this.attempt;
      const work = this.nextWork(signal);
      if (work === null) break;
      const error = await work();
      if (error === null) {
        this.becomeAvailable();
        continue;
      }
      const failure = (signal.aborted ? this.outage.error : null) ?? error;
      this.becomeUnavailable(failure);
      if (this.waiting > 0 && !isTemporary(failure)) this.isGivingUp = true;
      if (!this.isGivingUp) await this.outage.pause(this.keepAlive());
      if (this.isGivingUp) {
        this.givenUp = failure;
        this.unsent.discard(failure);
        break;
      }
    }
    this.becomeAvailable();
    this.isGivingUp = false;
    this.running = null;
    if (this.left === null) this.options.onPending?.(false);
  }

  /** Returns a function that sends the next request; null if nothing is left. */
  private nextWork(signal: AbortSignal): (() => Promise<RestApiException | null>) | null {
    const batch = this.unsent.take();
    if (batch !== null) return () => this.sendBatch(batch, signal);
    return this.unsent.isDiskNext ? () => this.sendFromDisk(signal) : null;
  }

  /** Sends a batch. Returns the error of an unavailable service, for which the batch waits, else null. */
  private async sendBatch(batch: Batch<Item>, signal: AbortSignal): Promise<RestApiException | null> {
    const { slices, key } = batch;
    const operation = slices[0]!.call.operation;
    const items = itemsOf(slices);
    this.inFlight = batch;
    try {
      const reply = await this.options.send(items, operation, key, signal);
      if (this.inFlight === batch) this.results.stored(slices, reply);
      return null;
    } catch (error) {
      const failure = RestApiException.from(error, operation);
      const canWait =
        this.outage.isUnavailable(failure) || (this.options.overflow?.isWritable && canBeSentLater(failure));
      if (signal.aborted || canWait) {
        if (this.inFlight === batch) this.unsent.putFirst(batch, failure);
        return failure;
      }
      const isTooLarge = failure.status === contentTooLarge;
      // No status: the request was rejected before it was sent. Bisecting finds the items with few requests.
      const isRejectedUnsent = failure.status === null && failure.code === 'invalid';
      if ((isTooLarge || isRejectedUnsent) && items.length > 1) {
        if (isTooLarge) this.pending.limitTo(this.pending.sizeOf(items) / 2);
        return await this.sendBatch(this.unsent.halved(batch, items.length), signal);
      }
      this.results.rejected(slices, items.length, failure);
      return null;
    } finally {
      if (this.inFlight === batch) this.inFlight = null;
    }
  }

  /** Sends the oldest request on disk. Returns the error with which it waits, else null. */
  private async sendFromDisk(signal: AbortSignal): Promise<RestApiException | null> {
    return await this.unsent.sendFromDisk({
      probes: (error) => this.outage.probes(error),
      onLost: (error, items) => this.options.onLost(error, items),
      signal,
    });
  }

  private becomeAvailable(): void {
    this.outage.end();
    clearInterval(this.spillTimer);
    this.spillTimer = undefined;
  }

  private becomeUnavailable(failure: RestApiException): void {
    if (this.outage.begin(failure)) this.options.onUnavailable(failure);
    for (const call of this.unsent.calls()) rejectAsQueued(call, failure);
    const { overflow } = this.options;
    if (overflow === undefined || this.spillTimer !== undefined) return;
    const { afterMillis, intervalMillis } = overflow.overflow;
    // What is logged from now on reaches the disk within this interval.
    this.spillTimer = setInterval(() => {
      const { durationMillis, error } = this.outage;
      if (error === null || durationMillis < afterMillis) return;
      this.unsent.spill(error);
      if (this.keepAlive() === 'never') this.outage.letProcessEnd();
    }, intervalMillis);
    unref(this.spillTimer);
  }

  /** Returns whether a pause keeps the process running. Once everything is on disk, it need not. */
  private keepAlive(): KeepAlive {
    if (this.waiting > 0) return 'always';
    return this.results.openSize === 0 && this.left !== null ? 'never' : 'first';
  }
}
