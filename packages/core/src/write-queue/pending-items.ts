import type { QueuedCall, Slice } from './queued-call.ts';

/** Items that may share a request, and how many of them. */
export interface RequestKind {
  /** Maximum number of items per request. */
  readonly limit: number;
  /** Maximum size of the items of a request, by `sizeOf`, unless one item exceeds it. Default: none. */
  readonly limitBytes?: number;
  /** Whether items of several calls share a request. */
  readonly merges: boolean;
}

/** Properties of the items of a queue. */
export interface ItemProperties<Item> {
  /** Returns the kind of an item. All items of a call have the same one. */
  kindOf(item: Item): RequestKind;
  /** Returns the approximate size of an item in memory, in bytes. Default: 1. */
  sizeOf?(item: Item): number;
}

/** Number of removed slices from which on their memory is freed, if they are half of all. */
const minRemoved = 1024;

/** Slices of one kind, in order. Removing the first is fast however many there are. */
class SliceQueue<Item> {
  private slices: Slice<Item>[] = [];
  private removed = 0;

  get first(): Slice<Item> | undefined {
    return this.slices[this.removed];
  }

  set first(slice: Slice<Item>) {
    this.slices[this.removed] = slice;
  }

  add(slice: Slice<Item>): void {
    this.slices.push(slice);
  }

  putBack(slices: readonly Slice<Item>[]): void {
    this.slices = [...slices, ...this.slices.slice(this.removed)];
    this.removed = 0;
  }

  remove(count: number): void {
    this.removed += count;
    if (this.removed < minRemoved || this.removed * 2 < this.slices.length) return;
    this.slices = this.slices.slice(this.removed);
    this.removed = 0;
  }

  *[Symbol.iterator](): Generator<Slice<Item>, undefined> {
    for (let index = this.removed; index < this.slices.length; index++) yield this.slices[index]!;
  }
}

/** Items of calls that wait to be sent, in order. */
export class PendingItems<Item> {
  private readonly properties: ItemProperties<Item>;
  private readonly kinds = new Map<RequestKind, SliceQueue<Item>>();
  /** Maximum size of the items of a request of any kind. */
  private limitBytes = Number.POSITIVE_INFINITY;

  constructor(properties: ItemProperties<Item>) {
    this.properties = properties;
  }

  /** Limits the size of the items of later requests, unless one item exceeds it. */
  limitTo(bytes: number): void {
    this.limitBytes = Math.min(this.limitBytes, bytes);
  }

  /** Calls with waiting items; a call may be listed twice. */
  *calls(): Iterable<QueuedCall<Item>> {
    for (const slices of this.kinds.values()) for (const { call } of slices) yield call;
  }

  /** Adds the items of a new call. */
  add(call: QueuedCall<Item>): void {
    this.slicesOf(call).add({ call, from: 0, to: call.items.length });
  }

  /** Puts slices of one kind before all others of this kind. */
  putBack(slices: readonly Slice<Item>[]): void {
    const [first] = slices;
    if (first !== undefined) this.slicesOf(first.call).putBack(slices);
  }

  /** Removes and returns all slices. */
  takeAll(): Slice<Item>[] {
    const slices = [...this.kinds.values()].flatMap((queue) => [...queue]);
    this.kinds.clear();
    return slices;
  }

  /** Removes and returns the items of the next request: of the oldest call, and of others of its kind. */
  takeNext(): Slice<Item>[] | null {
    const oldest = this.oldestKind();
    if (oldest === null) return null;
    const { slices, kind } = oldest;
    const taken: Slice<Item>[] = [];
    let count = 0;
    let size = 0;
    for (const slice of slices) {
      const fitting = this.fitting(slice, kind, count, size);
      if (fitting < slice.to - slice.from || (count > 0 && !kind.merges)) {
        if (count > 0) break;
        slices.first = { ...slice, from: slice.from + fitting };
        return [{ ...slice, to: slice.from + fitting }];
      }
      taken.push(slice);
      count += fitting;
      if (this.limitOf(kind) < Number.POSITIVE_INFINITY) {
        size += this.sizeOf(slice.call.items, slice.from, slice.to);
      }
    }
    slices.remove(taken.length);
    return taken;
  }

  /** Returns the size of the items from one index to before another. */
  sizeOf(items: readonly Item[], from = 0, to = items.length): number {
    const { sizeOf } = this.properties;
    if (sizeOf === undefined) return to - from;
    let size = 0;
    for (let index = from; index < to; index++) size += sizeOf(items[index]!);
    return size;
  }

  private limitOf({ limitBytes = Number.POSITIVE_INFINITY }: RequestKind): number {
    return Math.min(limitBytes, this.limitBytes);
  }

  private oldestKind(): { readonly kind: RequestKind; readonly slices: SliceQueue<Item> } | null {
    let oldest: { readonly kind: RequestKind; readonly slices: SliceQueue<Item> } | null = null;
    for (const [kind, slices] of this.kinds) {
      const order = slices.first?.call.order;
      if (order === undefined) this.kinds.delete(kind);
      else if (oldest === null || order < oldest.slices.first!.call.order) oldest = { kind, slices };
    }
    return oldest;
  }

  private slicesOf({ items }: QueuedCall<Item>): SliceQueue<Item> {
    const kind = this.properties.kindOf(items[0]!);
    let slices = this.kinds.get(kind);
    if (slices === undefined) {
      slices = new SliceQueue();
      this.kinds.set(kind, slices);
    }
    return slices;
  }

  /**
   * Returns how many items of a slice fit into a request with `count` items of `size`; at least one into an empty one.
   */
  private fitting({ call, from, to }: Slice<Item>, kind: RequestKind, count: number, size: number): number {
    const limitBytes = this.limitOf(kind);
    const most = Math.min(to - from, kind.limit - count);
    if (limitBytes === Number.POSITIVE_INFINITY) return most;
    let total = size;
    for (let index = 0; index < most; index++) {
      total += this.sizeOf(call.items, from + index, from + index + 1);
      if (total > limitBytes && count + index > 0) return index;
    }
    return most;
  }
}

/** Splits slices after a number of items. */
export function splitSlices<Item>(
  slices: readonly Slice<Item>[],
  count: number,
): readonly [first: Slice<Item>[], rest: Slice<Item>[]] {
  const first: Slice<Item>[] = [];
  const rest = [...slices];
  for (let left = count; left > 0; ) {
    const slice = rest.shift()!;
    const size = slice.to - slice.from;
    if (size > left) rest.unshift({ ...slice, from: slice.from + left });
    first.push(size > left ? { ...slice, to: slice.from + left } : slice);
    left -= Math.min(size, left);
  }
  return [first, rest];
}
