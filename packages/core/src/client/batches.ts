import { RestApiException, underName } from './errors.ts';

/** What one call wants sent. */
interface Waiting<Item, Reply> {
  readonly items: readonly Item[];
  readonly operation: string;
  done(reply: Reply): void;
  fail(error: unknown): void;
}

/**
 * Sends items in the order they were given, one request at a time: a call that finds nothing under way goes at once, those that come
 * meanwhile go together in the next request. So a loop that logs at each step without waiting takes one request for many steps,
 * and nothing waits for a clock.
 */
export class Batches<Item, Reply> {
  private readonly send: (items: readonly Item[], operation: string) => Promise<Reply>;
  private readonly most: number;
  private waiting: Waiting<Item, Reply>[] = [];
  private running: Promise<void> | null = null;

  /**
   * @param send carries out one request
   * @param most items that calls may have together to share a request; one call's items always stay together
   */
  constructor(send: (items: readonly Item[], operation: string) => Promise<Reply>, most: number) {
    this.send = send;
    this.most = most;
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
      const failure = RestApiException.from(error, first!.operation);
      // One of them may be to blame for all.
      if (calls.length > 1 && failure.code === 'invalid') for (const call of calls) await this.carry([call]);
      else for (const { operation, fail } of calls) fail(underName(failure, operation));
    }
  }
}
