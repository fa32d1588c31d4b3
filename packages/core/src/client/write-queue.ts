import { sequenceKey } from '../contract/index.ts';
import { failureWith, RestApiException, type RestErrorCode } from './errors.ts';
import { type ItemProperties, PendingItems, splitSlices } from './pending-items.ts';
import { OverflowFile, type QueueOverflow } from './queue-overflow.ts';
import { finish, hold, type PartialFailure, type QueuedCall, recordRejections, type Slice } from './queued-call.ts';

/** Options of a `WriteQueue`. */
export interface WriteQueueOptions<Item, Reply> extends ItemProperties<Item> {
  /**
   * Sends one request. A request that may have been stored is sent again with the same items and the same key, so that
   * the service can store it once.
   */
  send(items: readonly Item[], operation: string, idempotencyKey: string): Promise<Reply>;
  /** Maximum size of all queued items. More are written to the spool; without one, a call that exceeds it is rejected. */
  readonly capacity: number;
  /** Storage on disk for what does not fit or is unsent when the process ends. */
  readonly overflow?: QueueOverflow<Item> | undefined;
  /** Returns which items an error names as rejected, if the others were stored; null if the error names none. */
  partialFailureOf(error: RestApiException): PartialFailure<Reply> | null;
  /** Called when the service becomes unavailable. */
  onUnavailable(error: RestApiException): void;
  /** Called with the lost items of a call that was already rejected as queued. */
  onLost(error: RestApiException, items: readonly Item[]): void;
  /** Called when the queue is no longer empty, and when it is. */
  onPending?(isPending: boolean): void;
  /** Returns the pause in milliseconds after a failed attempt, counted from 1. Replaceable for tests. */
  readonly pauseMillis?: (attempt: number) => number;
}

/** Items of one request. */
interface Batch<Item, Reply> {
  readonly slices: readonly Slice<Item, Reply>[];
  readonly key: string;
}

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
 * rejected, so that no caller waits for the service. After some time, or when they are too many for the memory, they
 * are written to disk. Requests are numbered in the order in which they are sent, so that a service which remembers the
 * last number of a sequence recognizes all that it has stored. An item that the service rejects fails its call; if the error
 * does not name it, all items of the request count as rejected.
 */
export class WriteQueue<Item, Reply> {
  private readonly options: WriteQueueOptions<Item, Reply>;
  private readonly pending: PendingItems<Item, Reply>;
  /** Requests on disk. They are older than everything in memory except `interrupted`. */
  private readonly onDisk: OverflowFile<Item>;
  /** Batch that was sent last, while its result is unknown. */
  private inFlight: Batch<Item, Reply> | null = null;
  /** Batch to which an unavailable service did not respond: it is the next one, unchanged. */
  private interrupted: Batch<Item, Reply> | null = null;
  private readonly sequence = crypto.randomUUID();
  private lastNumber = 0;
  private calls = 0;
  /** Size of all items in memory. */
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
  private spilling: ReturnType<typeof setInterval> | undefined;

  constructor(options: WriteQueueOptions<Item, Reply>) {
    this.options = options;
    this.pending = new PendingItems(options);
    this.onDisk = new OverflowFile(options.overflow);
  }

  /**
   * Resolves with the reply to the last request with items of this call. Rejects under the operation of this call when
   * the service rejects an item, and when the items stay queued because it is unavailable or too slow: then `isQueued`
   * is true for the error.
   */
  add(items: readonly Item[], operation: string): Promise<Reply> {
    return new Promise((done, fail) => {
      const size = this.pending.sizeOf(items);
      if (this.queued + size > this.options.capacity && !this.spill(this.tooSlow(operation))) {
        return fail(this.overflowing(operation));
      }
      const results = { open: items.length, held: false, reply: null, rejection: null, failure: null };
      const call: QueuedCall<Item, Reply> = { items, operation, order: this.calls++, ...results, done, fail };
      this.pending.add(call);
      this.queued += size;
      if (this.unavailable !== null) hold(call, this.unavailable);
      if (this.running === null) this.start();
    });
  }

  /** Where and how much is on disk; null if nothing is. */
  get left(): { readonly folder: string; readonly requests: number } | null {
    return this.onDisk.left;
  }

  /**
   * Resolves when nothing is queued. If the service is unavailable, the next attempt starts at once.
   *
   * @param timeoutMillis time after which items are given up that an unavailable service does not accept. They are
   * written to disk. Without a disk, their calls fail.
   */
  async settled(timeoutMillis = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.running === null && this.onDisk.isEmpty) return;
    if (this.running === null) this.start();
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

  /** Writes everything that is not known to be stored to disk, synchronously, since the process ends. */
  abandon(): void {
    if (this.inFlight !== null) {
      this.interrupted = this.inFlight;
      this.inFlight = null;
    }
    this.spill(this.unavailable ?? this.tooSlow('end'));
  }

  private start(): void {
    this.options.onPending?.(true);
    this.running = this.run();
  }

  private tooSlow(operation: string): RestApiException {
    return RestApiException.from({ code: 'rate-limited', operation, reason: 'the service is too slow' });
  }

  private overflowing(operation: string): RestApiException {
    const { code, reason } = this.unavailable ?? this.tooSlow(operation);
    const full = `${reason}, and the queue is full (${this.options.capacity} bytes)`;
    return RestApiException.from({ code, operation, reason: full, remedy: 'Wait for some of the calls' });
  }

  private async run(): Promise<void> {
    for (;;) {
      const work = this.nextWork();
      if (work === null) break;
      const failure = await work();
      if (failure === null) {
        this.attempts = 0;
        this.becomeAvailable();
        continue;
      }
      this.attempts++;
      this.becomeUnavailable(failure);
      if (!this.givingUp) await this.pause(failure.retryAfterMillis ?? 0);
      if (this.givingUp) {
        this.discard(failure);
        break;
      }
    }
    this.becomeAvailable();
    this.givingUp = false;
    this.running = null;
    if (this.onDisk.isEmpty) this.options.onPending?.(false);
  }

  /** Returns the next request to send: an interrupted one, then those on disk, then those in memory. */
  private nextWork(): (() => Promise<RestApiException | null>) | null {
    const { interrupted } = this;
    if (interrupted !== null) return () => this.carry(interrupted);
    if (!this.onDisk.isEmpty) return () => this.carryFromDisk();
    const batch = this.next();
    return batch === null ? null : () => this.carry(batch);
  }

  /** Removes the items of the next request from the queue. */
  private next(): Batch<Item, Reply> | null {
    const slices = this.pending.takeNext();
    return slices && this.batchOf(slices);
  }

  private batchOf(slices: readonly Slice<Item, Reply>[]): Batch<Item, Reply> {
    return { slices, key: sequenceKey({ sequence: this.sequence, number: ++this.lastNumber }) };
  }

  /** Sends a batch. Returns the error of an unavailable service, for which the batch waits, else null. */
  private async carry(batch: Batch<Item, Reply>): Promise<RestApiException | null> {
    const { slices, key } = batch;
    const operation = slices[0]!.call.operation;
    const items = itemsOf(batch);
    this.interrupted = null;
    this.inFlight = batch;
    try {
      const reply = await this.options.send(items, operation, key);
      if (this.inFlight === batch) for (const slice of slices) this.stored(slice, reply);
      return null;
    } catch (error) {
      const failure = RestApiException.from(error, operation);
      if (this.isUnavailable(failure)) {
        if (this.inFlight === batch) this.interrupt(batch, failure);
        return failure;
      }
      // No status: the request was rejected before it was sent. Bisecting finds the items with few requests.
      if (failure.status === null && failure.code === 'invalid' && items.length > 1) {
        const [half, rest] = splitSlices(slices, items.length >> 1);
        this.pending.putBack(rest);
        return await this.carry(this.batchOf(half));
      }
      this.rejected(slices, items.length, failure);
      return null;
    } finally {
      if (this.inFlight === batch) this.inFlight = null;
    }
  }

  /** Makes a batch the next one. If later ones are on disk already, it is put before them. */
  private interrupt(batch: Batch<Item, Reply>, failure: RestApiException): void {
    if (this.onDisk.isEmpty || !this.write(batch, failure, true)) this.interrupted = batch;
  }

  /** Sends the oldest request on disk. Returns the error of an unavailable service, else null. */
  private async carryFromDisk(): Promise<RestApiException | null> {
    const failure = await this.onDisk.sendFirst((error) => this.isUnavailable(error));
    if (failure === null) return null;
    if (this.isUnavailable(failure.error)) return failure.error;
    this.options.onLost(failure.error, failure.items);
    return null;
  }

  private isUnavailable({ code, status }: RestApiException): boolean {
    if (unavailableCodes.has(code) || unavailableStatuses.has(status)) return true;
    return doubtfulCodes.has(code) && this.attempts + 1 < maxDoubtfulAttempts;
  }

  private rejected(batch: readonly Slice<Item, Reply>[], count: number, failure: RestApiException): void {
    const part = failure.code === 'invalid' ? this.options.partialFailureOf(failure) : null;
    // An error that names items that were not sent is not reliable about the others.
    if (part?.rejected.every(({ index }) => index < count)) {
      recordRejections(batch, part.rejected, failure);
      for (const slice of batch) this.stored(slice, part.reply);
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
    this.resolve(call, from, to);
  }

  private lose({ call, from, to }: Slice<Item, Reply>, failure: RestApiException): void {
    call.failure ??= { error: failure, items: [] };
    // Not spread into one call: a slice may have more items than a function can have arguments.
    for (let index = from; index < to; index++) call.failure.items.push(call.items[index]!);
    this.resolve(call, from, to);
  }

  private resolve(call: QueuedCall<Item, Reply>, from: number, to: number): void {
    this.queued -= this.pending.sizeOf(call.items, from, to);
    call.open -= to - from;
    if (call.open === 0) finish(call, this.options.onLost);
  }

  private becomeAvailable(): void {
    this.unavailable = null;
    clearInterval(this.spilling);
    this.spilling = undefined;
  }

  private becomeUnavailable(failure: RestApiException): void {
    if (this.unavailable === null) {
      this.unavailableSince = performance.now();
      this.options.onUnavailable(failure);
    }
    this.unavailable = failure;
    for (const { call } of this.interrupted?.slices ?? []) hold(call, failure);
    for (const call of this.pending.calls()) hold(call, failure);
    const { overflow } = this.options;
    if (overflow === undefined || this.spilling !== undefined) return;
    // What is logged from now on reaches the disk within this interval.
    this.spilling = setInterval(() => this.spillAfterOutage(), overflow.intervalMillis);
    unref(this.spilling);
  }

  private spillAfterOutage(): void {
    const outageMillis = performance.now() - this.unavailableSince;
    if (this.unavailable !== null && outageMillis >= this.options.overflow!.afterMillis) this.spill(this.unavailable);
  }

  /** Writes everything in memory to disk, oldest first. Returns whether the disk has it. */
  private spill(reason: RestApiException): boolean {
    if (!this.onDisk.isUsable) return false;
    const { interrupted } = this;
    if (interrupted !== null) {
      if (!this.write(interrupted, reason, !this.onDisk.isEmpty)) return false;
      this.interrupted = null;
    }
    for (let batch = this.next(); batch !== null; batch = this.next()) {
      if (this.write(batch, reason)) continue;
      this.interrupted = batch;
      return false;
    }
    return true;
  }

  /** Writes one batch to disk and removes it from memory. Returns false if the disk has failed. */
  private write(batch: Batch<Item, Reply>, reason: RestApiException, isFirst = false): boolean {
    const { slices, key } = batch;
    const failure = this.onDisk.write(itemsOf(batch), slices[0]!.call.operation, key, isFirst);
    if (failure !== null && failure.code !== 'invalid') return false;
    for (const slice of slices) {
      if (failure !== null) this.lose(slice, failure);
      else {
        hold(slice.call, reason);
        this.resolve(slice.call, slice.from, slice.to);
      }
    }
    return true;
  }

  /** Gives up all items in memory: the disk has them, or they are lost. */
  private discard(failure: RestApiException): void {
    if (this.spill(failure)) return;
    const slices = [...(this.interrupted?.slices ?? []), ...this.pending.takeAll()];
    this.interrupted = null;
    for (const slice of slices) this.lose(slice, failure);
  }

  private pause(requestedMillis: number): Promise<void> {
    const millis = Math.max((this.options.pauseMillis ?? backoff)(this.attempts), requestedMillis);
    return new Promise((done) => {
      const timer = setTimeout(done, millis);
      const isOver = performance.now() - this.unavailableSince > keepsRunningMillis;
      const isSaved = this.queued === 0 && !this.onDisk.isEmpty;
      if ((isOver || isSaved) && this.settling === 0) unref(timer);
      this.endPause = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}

function itemsOf<Item, Reply>({ slices }: Batch<Item, Reply>): Item[] {
  return slices.flatMap(({ call, from, to }) => call.items.slice(from, to));
}

/** Lets the process end although a timer runs. A timer of a browser is a number. */
function unref(timer: unknown): void {
  if (typeof timer === 'object') (timer as { unref?(): void }).unref?.();
}
