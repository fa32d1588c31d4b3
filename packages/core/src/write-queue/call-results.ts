import { copyWith, type RestApiException } from '../client/errors.ts';
import {
  finish,
  type PartialFailure,
  type QueuedCall,
  recordRejections,
  rejectAsQueued,
  type Slice,
} from './queued-call.ts';

/** Functions that a queue needs to settle its calls. */
export interface ResultOptions<Item> {
  /** Returns which items an error names as rejected, if the others were stored; null if the error names none. */
  partialFailureOf(error: RestApiException): PartialFailure | null;
  /** Called with the lost items of a call that was already rejected as queued. */
  onLost(error: RestApiException, items: readonly Item[]): void;
}

/** Settles the calls of a queue. A call is settled when all of its items have a result. */
export class CallResults<Item> {
  private readonly options: ResultOptions<Item>;
  private readonly sizeOf: (items: readonly Item[], from: number, to: number) => number;
  private size = 0;

  /** @param sizeOf returns the size of the items from one index to before another */
  constructor(options: ResultOptions<Item>, sizeOf: (items: readonly Item[], from: number, to: number) => number) {
    this.options = options;
    this.sizeOf = sizeOf;
  }

  /** Size of all items without a result. */
  get openSize(): number {
    return this.size;
  }

  /** Adds a call without a result. */
  open({ size }: QueuedCall<Item>): void {
    this.size += size;
  }

  /** Records that slices are stored. */
  stored(slices: readonly Slice<Item>[], reply: unknown): void {
    for (const slice of slices) {
      slice.call.reply = reply;
      this.resolve(slice);
    }
  }

  /** Records that slices are on disk: their calls are rejected as queued. */
  saved(slices: readonly Slice<Item>[], reason: RestApiException): void {
    for (const slice of slices) {
      rejectAsQueued(slice.call, reason);
      this.resolve(slice);
    }
  }

  /** Records that slices are lost. */
  lost(slices: readonly Slice<Item>[], failure: RestApiException): void {
    for (const slice of slices) {
      const { call, from, to } = slice;
      call.failure ??= { error: failure, items: [] };
      // Not spread into one call: a slice may have more items than a function can have arguments.
      for (let index = from; index < to; index++) call.failure.items.push(call.items[index]!);
      this.resolve(slice);
    }
  }

  /** Records that the service rejected a request of `count` items. */
  rejected(slices: readonly Slice<Item>[], count: number, failure: RestApiException): void {
    const part = failure.code === 'invalid' ? this.options.partialFailureOf(failure) : null;
    // An error that names items that were not sent is not reliable about the others.
    if (part?.rejected.every(({ index }) => index < count)) {
      recordRejections(slices, part.rejected, failure);
      this.stored(slices, part.reply);
      return;
    }
    // Items that may have been stored are not sent again: an error is visible, a duplicate is not.
    const reason = `${failure.reason} (in a request with those of other calls; it is unknown which of them were stored)`;
    const isShared = failure.code === 'invalid' && slices.some(({ call }) => call !== slices[0]!.call);
    const remedy = 'Read what is stored before you log it again';
    this.lost(slices, isShared ? copyWith(failure, { reason, remedy }) : failure);
  }

  private resolve({ call, from, to }: Slice<Item>): void {
    const count = to - from;
    this.size -= count === call.items.length ? call.size : this.sizeOf(call.items, from, to);
    call.open -= count;
    if (call.open === 0) finish(call, this.options.onLost);
  }
}
