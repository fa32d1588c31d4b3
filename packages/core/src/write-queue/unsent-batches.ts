import type { RestApiException } from '../client/errors.ts';
import { randomId } from '../client/random-id.ts';
import { sequenceKey } from '../contract/index.ts';
import type { SpoolPosition } from '../spool/spooled-request.ts';
import type { CallResults } from './call-results.ts';
import { type PendingItems, splitSlices } from './pending-items.ts';
import type { DiskAttempt, OverflowFile, RequestsOnDisk } from './queue-overflow.ts';
import { itemsOf, type QueuedCall, type Slice } from './queued-call.ts';

/** Items of one request. */
export interface Batch<Item> {
  readonly slices: readonly Slice<Item>[];
  /** Idempotency key, with the number of the request in its sequence. */
  readonly key: string;
}

/**
 * Unsent part of a queue, in order: an interrupted batch, then requests on disk, then items in memory. Batches are
 * numbered when they are formed.
 */
export class UnsentBatches<Item> {
  private readonly pending: PendingItems<Item>;
  private readonly results: CallResults<Item>;
  private readonly disk: OverflowFile<Item> | null;
  /** Batch to which an unavailable service did not respond: it is the next one, unchanged. */
  private interrupted: Batch<Item> | null = null;
  private sequence = randomId();
  private lastNumber = 0;

  /** @param results settles the calls of items that are written to disk, or given up */
  constructor(pending: PendingItems<Item>, results: CallResults<Item>, disk: OverflowFile<Item> | null = null) {
    this.pending = pending;
    this.results = results;
    this.disk = disk;
  }

  /** Requests on disk; null if there are none. */
  get left(): RequestsOnDisk | null {
    return this.disk?.left ?? null;
  }

  /** Whether a request on disk is sent before the items that wait in memory. */
  get isDiskNext(): boolean {
    return this.disk?.isNext ?? false;
  }

  /** Calls with items in memory; a call may be listed several times. */
  *calls(): Iterable<QueuedCall<Item>> {
    for (const { call } of this.interrupted?.slices ?? []) yield call;
    yield* this.pending.calls();
  }

  /** Adds the items of a new call. */
  add(call: QueuedCall<Item>): void {
    this.pending.add(call);
  }

  /** Removes and returns the batch that is next. Null if a request on disk is next, or nothing is left. */
  take(): Batch<Item> | null {
    const { interrupted } = this;
    this.interrupted = null;
    return interrupted ?? (this.isDiskNext ? null : this.takePending());
  }

  /** Splits a batch. Returns the first half as a new batch and puts the items of the rest back. */
  halved({ slices }: Batch<Item>, count: number): Batch<Item> {
    const [half, rest] = splitSlices(slices, count >> 1);
    this.pending.putBack(rest);
    return this.batchOf(half);
  }

  /** Puts a batch before all others. If later ones are on disk already, it is written before them. */
  putFirst(batch: Batch<Item>, reason: RestApiException): void {
    if (!this.isDiskNext || !this.write(batch, reason, 'first')) this.interrupted = batch;
  }

  /** Sends the oldest request on disk. Returns the error with which it waits, else null. */
  async sendFromDisk(attempt: DiskAttempt<Item>): Promise<RestApiException | null> {
    const failure = await this.disk!.sendFirst(attempt);
    // What cannot be read has lower numbers. When a later process sends it, the service must not take it for stored.
    if (!this.isDiskNext && this.left !== null) this.sequence = randomId();
    return failure;
  }

  /** Writes everything in memory to disk, oldest first. Returns whether the disk has it. */
  spill(reason: RestApiException): boolean {
    if (!this.disk?.isWritable) return false;
    const { interrupted } = this;
    if (interrupted !== null) {
      if (!this.write(interrupted, reason, this.isDiskNext ? 'first' : 'last')) return false;
      this.interrupted = null;
    }
    for (let batch = this.takePending(); batch !== null; batch = this.takePending()) {
      if (this.write(batch, reason)) continue;
      // It was never sent, so it gets a new number: after the requests on disk, which are sent before it.
      this.pending.putBack(batch.slices);
      return false;
    }
    return true;
  }

  /** Writes items to disk after everything else. Returns whether the disk has them. */
  save(items: readonly Item[], operation: string, reason: RestApiException): boolean {
    return this.spill(reason) && this.disk!.write(items, operation, this.nextKey(), 'last') === null;
  }

  /** Gives up all items in memory: the disk has them, or they are lost. */
  discard(reason: RestApiException): void {
    if (this.spill(reason)) return;
    const slices = [...(this.interrupted?.slices ?? []), ...this.pending.takeAll()];
    this.interrupted = null;
    this.results.lost(slices, reason);
  }

  private takePending(): Batch<Item> | null {
    const slices = this.pending.takeNext();
    return slices && this.batchOf(slices);
  }

  private batchOf(slices: readonly Slice<Item>[]): Batch<Item> {
    return { slices, key: this.nextKey() };
  }

  private nextKey(): string {
    return sequenceKey({ sequence: this.sequence, number: ++this.lastNumber });
  }

  /** Writes one batch to disk and settles its calls. Returns false if the disk fails, or has failed. */
  private write({ slices, key }: Batch<Item>, reason: RestApiException, position: SpoolPosition = 'last'): boolean {
    if (!this.disk!.isWritable) return false;
    const failure = this.disk!.write(itemsOf(slices), slices[0]!.call.operation, key, position);
    if (failure !== null && failure.code !== 'invalid') return false;
    if (failure === null) this.results.saved(slices, reason);
    else this.results.lost(slices, failure);
    return true;
  }
}
