import { failureWith, RestApiException, underName } from './errors.ts';

/** What one call wants sent. */
interface Waiting<Item, Reply> {
  readonly items: readonly Item[];
  readonly operation: string;
  done(reply: Reply): void;
  fail(error: unknown): void;
}

/** What is said of an item that was refused, by its place among those sent. */
export interface RejectedItem {
  readonly index: number;
  readonly reason: string;
}

/** What a refusal says was refused, and the reply for the items that were kept all the same. */
export interface PartialFailure<Reply> {
  readonly refused: readonly RejectedItem[];
  readonly reply: Reply;
}

/**
 * Sends items in the order they were given, one request at a time: a call that finds nothing under way goes at once, those that come
 * meanwhile go together in the next request. So a loop that logs at each step without waiting takes one request for many steps,
 * and nothing waits for a clock.
 *
 * Of a request that is refused as invalid only the calls to blame fail, where the refusal names their items. Where it does not,
 * all of its calls fail: none of them is lost in silence, and none is sent twice.
 */
export class WriteQueue<Item, Reply> {
  private readonly send: (items: readonly Item[], operation: string) => Promise<Reply>;
  private readonly most: number;
  private readonly inPart: (refusal: RestApiException) => PartialFailure<Reply> | null;
  private waiting: Waiting<Item, Reply>[] = [];
  private running: Promise<void> | null = null;

  /**
   * @param send carries out one request
   * @param most items that calls may have together to share a request; one call's items always stay together
   * @param inPart which items a refusal names, the others having been kept; null for one that does not say it
   */
  constructor(
    send: (items: readonly Item[], operation: string) => Promise<Reply>,
    most: number,
    inPart: (refusal: RestApiException) => PartialFailure<Reply> | null,
  ) {
    this.send = send;
    this.most = most;
    this.inPart = inPart;
  }

  /** Resolves with the reply to the request that carried the items; rejects as it does, under this call's own name. */
  add(items: readonly Item[], operation: string): Promise<Reply> {
    return new Promise((done, fail) => {
      this.waiting.push({ items, operation, done, fail });
      this.running ??= this.run();
    });
  }

  /** Resolves when nothing is under way any more, whatever came of it: each call tells that itself. */
  async settled(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.carry(this.next());
    this.running = null;
  }

  private next(): Waiting<Item, Reply>[] {
    let count = 0;
    let size = 0;
    for (const { items } of this.waiting) {
      if (count > 0 && size + items.length > this.most) break;
      size += items.length;
      count++;
    }
    return this.waiting.splice(0, count);
  }

  private async carry(calls: readonly Waiting<Item, Reply>[]): Promise<void> {
    const [first] = calls;
    try {
      const reply = await this.send(
        calls.length === 1 ? first!.items : calls.flatMap(({ items }) => items),
        first!.operation,
      );
      for (const { done } of calls) done(reply);
    } catch (error) {
      await this.refused(calls, RestApiException.from(error, first!.operation));
    }
  }

  private async refused(calls: readonly Waiting<Item, Reply>[], failure: RestApiException): Promise<void> {
    const isShared = calls.length > 1 && failure.code === 'invalid';
    // Without an answer nothing had left this process.
    if (isShared && failure.status === null) {
      // One of them may be to blame for all: halves find it in few requests.
      const half = calls.length >> 1;
      await this.carry(calls.slice(0, half));
      await this.carry(calls.slice(half));
      return;
    }
    const part = failure.code === 'invalid' ? this.inPart(failure) : null;
    const count = calls.reduce((sum, { items }) => sum + items.length, 0);
    // One that names what was not sent says nothing of what was.
    if (part?.refused.every(({ index }) => index < count)) return settle(calls, failure, part);
    // What may have been kept is not sent again: that it is there twice is seen by nobody, a failure is.
    const reason = `${failure.reason} (in a request with those of other calls; which of them were kept is not known)`;
    const told = isShared
      ? failureWith(failure, { reason, remedy: 'Read what is there before you log it again' })
      : failure;
    for (const { operation, fail } of calls) fail(underName(told, operation));
  }
}

/** Tells each call what became of its own items. */
function settle<Item, Reply>(
  calls: readonly Waiting<Item, Reply>[],
  failure: RestApiException,
  { refused, reply }: PartialFailure<Reply>,
): void {
  let from = 0;
  for (const { items, operation, done, fail } of calls) {
    const start = from;
    from += items.length;
    const own = refused
      .filter(({ index }) => index >= start && index < from)
      .map(({ index, reason }) => ({ index: index - start, reason }));
    const [first] = own;
    if (first === undefined) done(reply);
    else {
      const more = own.length > 1 ? ` and ${own.length - 1} more` : '';
      const others = own.length < items.length ? ` (the other ${items.length - own.length} were kept)` : '';
      fail(failureWith(failure, { operation, reason: `${first.reason}${more}${others}`, data: { refused: own } }));
    }
  }
}
