import { failureWith, RestApiException, underName } from './errors.ts';

/** Call that waits to be sent. */
interface Waiting<Item, Reply> {
  readonly items: readonly Item[];
  readonly operation: string;
  done(reply: Reply): void;
  fail(error: unknown): void;
}

/** Rejected item, by its index among the items sent. */
interface RejectedItem {
  readonly index: number;
  readonly reason: string;
}

/** Items that an error names as rejected, and the reply for the items that were stored. */
export interface PartialFailure<Reply> {
  readonly rejected: readonly RejectedItem[];
  readonly reply: Reply;
}

/**
 * Sends items in order, one request at a time. A call is sent immediately if no request is in progress. Calls made
 * meanwhile are batched into the next request. So a loop that logs at each step without waiting needs one request for
 * many steps, and no timer delays anything.
 *
 * If a request is rejected as `invalid` and the error names the rejected items, only the calls with those items fail.
 * Otherwise all its calls fail: none is lost silently, and none is sent twice.
 */
export class WriteQueue<Item, Reply> {
  private readonly send: (items: readonly Item[], operation: string) => Promise<Reply>;
  private readonly limit: number;
  private readonly partialFailureOf: (error: RestApiException) => PartialFailure<Reply> | null;
  private waiting: Waiting<Item, Reply>[] = [];
  private running: Promise<void> | null = null;

  /**
   * @param send sends one request
   * @param limit maximum number of items in a batch of several calls; the items of one call are never split
   * @param partialFailureOf returns which items an error names as rejected, if the others were stored; null if the error does
   * not name them
   */
  constructor(
    send: (items: readonly Item[], operation: string) => Promise<Reply>,
    limit: number,
    partialFailureOf: (error: RestApiException) => PartialFailure<Reply> | null,
  ) {
    this.send = send;
    this.limit = limit;
    this.partialFailureOf = partialFailureOf;
  }

  /**
   * Resolves with the reply to the request that contained the items. Rejects with its error, under the operation of
   * this call.
   */
  add(items: readonly Item[], operation: string): Promise<Reply> {
    return new Promise((done, fail) => {
      this.waiting.push({ items, operation, done, fail });
      this.running ??= this.run();
    });
  }

  /** Resolves when no request is in progress, also after failures. Each call reports its own failure. */
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
      if (count > 0 && size + items.length > this.limit) break;
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
      await this.rejected(calls, RestApiException.from(error, first!.operation));
    }
  }

  private async rejected(calls: readonly Waiting<Item, Reply>[], failure: RestApiException): Promise<void> {
    const isShared = calls.length > 1 && failure.code === 'invalid';
    // No status: the request was rejected before it was sent.
    if (isShared && failure.status === null) {
      // One call may cause the whole request to be rejected. Bisecting finds it with few requests.
      const half = calls.length >> 1;
      await this.carry(calls.slice(0, half));
      await this.carry(calls.slice(half));
      return;
    }
    const part = failure.code === 'invalid' ? this.partialFailureOf(failure) : null;
    const count = calls.reduce((sum, { items }) => sum + items.length, 0);
    // An error that names items that were not sent is not reliable about the others.
    if (part?.rejected.every(({ index }) => index < count)) return settle(calls, failure, part);
    // Items that may have been stored are not sent again: an error is visible, a duplicate is not.
    const reason = `${failure.reason} (in a request with those of other calls; it is unknown which of them were stored)`;
    const message = isShared
      ? failureWith(failure, { reason, remedy: 'Read what is stored before you log it again' })
      : failure;
    for (const { operation, fail } of calls) fail(underName(message, operation));
  }
}

/** Resolves or rejects each call according to its own items. */
function settle<Item, Reply>(
  calls: readonly Waiting<Item, Reply>[],
  failure: RestApiException,
  { rejected, reply }: PartialFailure<Reply>,
): void {
  let from = 0;
  for (const { items, operation, done, fail } of calls) {
    const start = from;
    from += items.length;
    const own = rejected
      .filter(({ index }) => index >= start && index < from)
      .map(({ index, reason }) => ({ index: index - start, reason }));
    const [first] = own;
    if (first === undefined) done(reply);
    else {
      const more = own.length > 1 ? ` and ${own.length - 1} more` : '';
      const others = own.length < items.length ? ` (the other ${items.length - own.length} were stored)` : '';
      fail(failureWith(failure, { operation, reason: `${first.reason}${more}${others}`, data: { refused: own } }));
    }
  }
}
