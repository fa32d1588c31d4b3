/** Time for which a request waits for a connection although no byte is transferred. */
const standstillMillis = 60_000;

/** Returns the time after which a request that waits for a connection checks `Traffic.isMoving`. */
export function waitMillis(timeoutMillis: number): number {
  return Math.min(timeoutMillis, standstillMillis);
}

/** Request that has a connection. */
interface RunningRequest {
  /** Whether its response waits for this program to read it. */
  readonly isPaused: boolean;
}

/** Requests that have the connections of a pool, for which other requests wait. */
export class Traffic {
  private readonly running = new Set<RunningRequest>();
  /** Time of the last transferred byte, in terms of `performance.now()`. */
  private progressed = Number.NEGATIVE_INFINITY;

  /** Number of responses that this program does not read. Each occupies a connection. */
  get unread(): number {
    return [...this.running].filter(({ isPaused }) => isPaused).length;
  }

  /** Adds a request that has got a connection. */
  begin(request: RunningRequest): void {
    this.running.add(request);
  }

  /** Removes a request, whose connection is free for another one. */
  end(request: RunningRequest): void {
    this.running.delete(request);
  }

  /** Records that bytes were sent or received. */
  progress(): void {
    this.progressed = performance.now();
  }

  /**
   * Returns whether a request that has waited since a time will get a connection: bytes were transferred, or responses
   * of the service are pending. Without any, nothing but its own timeout is worth waiting for.
   */
  isMoving(since: number, timeoutMillis: number): boolean {
    const isPending = this.running.size > this.unread;
    const limit = isPending ? Math.max(timeoutMillis, standstillMillis) : waitMillis(timeoutMillis);
    return performance.now() - Math.max(since, this.progressed) < limit;
  }
}
