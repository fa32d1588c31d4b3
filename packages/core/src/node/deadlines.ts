/**
 * Calls those back whose time is over. They share one timer: most of them end long before, and starting and clearing a timer for
 * each would be a twentieth of what a small read costs the client.
 */
export class Deadlines {
  private readonly ends = new Map<() => void, number>();
  private timer: NodeJS.Timeout | null = null;
  /** When the timer wakes, as `performance.now()` counts. */
  private wakes = Number.POSITIVE_INFINITY;

  /** @param end as `performance.now()` counts. */
  add(expire: () => void, end: number): void {
    this.ends.set(expire, end);
    if (end < this.wakes) this.wakeAt(end);
  }

  /** The timer stays: the next one that is added needs it later than it wakes. */
  delete(expire: () => void): void {
    this.ends.delete(expire);
  }

  private wakeAt(time: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.wakes = time;
    this.timer = setTimeout(() => this.wake(), Math.ceil(time - performance.now()));
    // A connection keeps the process; a clock that outlives it must not.
    this.timer.unref();
  }

  private wake(): void {
    this.timer = null;
    this.wakes = Number.POSITIVE_INFINITY;
    // A timer may wake a fraction of a millisecond early: it sleeps again then.
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [expire, end] of this.ends) {
      if (end > now) next = Math.min(next, end);
      else {
        this.ends.delete(expire);
        expire();
      }
    }
    if (next < this.wakes) this.wakeAt(next);
  }
}
