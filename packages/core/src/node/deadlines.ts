import { timerMillis } from '../client/timer-millis.ts';

/** Lateness of the timer from which the program computed meanwhile. */
const lateMillis = 20;
/** Time that is then left to receive a delayed response. */
const graceMillis = 1000;

/**
 * Calls callbacks when their deadlines expire. All deadlines share one timer, because most are deleted long before
 * they expire, and a timer for each would add about 5 % to the client's time for a small read. While the program
 * computes, nothing can be received, so that this time does not count.
 */
export class Deadlines {
  private readonly ends = new Map<() => void, number>();
  /** Deadlines that keep the process running. */
  private readonly lasting = new Set<() => void>();
  private timer: NodeJS.Timeout | null = null;
  /** Time at which the timer fires, in terms of `performance.now()`. */
  private wakes = Number.POSITIVE_INFINITY;

  /**
   * Adds or replaces a deadline.
   *
   * @param end in terms of `performance.now()`
   * @param keepsAlive whether the process must not end before. An open connection keeps it running without this.
   */
  add(expire: () => void, end: number, keepsAlive = false): void {
    this.ends.set(expire, end);
    if (keepsAlive) this.lasting.add(expire);
    else this.lasting.delete(expire);
    if (end < this.wakes) this.wakeAt(end);
    else this.updateReference();
  }

  /** Deletes a deadline. The timer keeps running, because later deadlines usually expire after it fires. */
  delete(expire: () => void): void {
    this.ends.delete(expire);
    this.lasting.delete(expire);
    this.updateReference();
  }

  private updateReference(): void {
    if (this.lasting.size > 0) this.timer?.ref();
    else this.timer?.unref();
  }

  private wakeAt(time: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.wakes = time;
    this.timer = setTimeout(() => this.wake(), timerMillis(time - performance.now()));
    this.updateReference();
  }

  private wake(): void {
    // A timer may fire early: by a fraction of a millisecond, or long before a very late end. It is then started again.
    const late = performance.now() - this.wakes;
    this.timer = null;
    this.wakes = Number.POSITIVE_INFINITY;
    if (late >= lateMillis) this.postpone(late + graceMillis);
    // What has arrived is received before anything expires.
    setImmediate(() => this.expireDue());
  }

  private postpone(millis: number): void {
    for (const [expire, end] of this.ends) this.ends.set(expire, end + millis);
  }

  private expireDue(): void {
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [expire, end] of this.ends) {
      if (end > now) next = Math.min(next, end);
      else {
        this.delete(expire);
        expire();
      }
    }
    if (next < this.wakes) this.wakeAt(next);
  }
}
