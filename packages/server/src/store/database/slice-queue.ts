/** Maximum duration of a long read between two pauses. */
export const sliceMillis = 8;

/**
 * Runs long reads in slices, one at a time and in FIFO order. SQLite runs in this thread. After each slice the event
 * loop handles the requests that have arrived, so that a small request waits for one slice only, however many long
 * reads there are.
 */
export class SliceQueue {
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  /** Runs one slice: a few milliseconds of work, or one database statement. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy) await new Promise<void>((start) => this.#waiting.push(start));
    this.#busy = true;
    try {
      return await work();
    } finally {
      setImmediate(() => this.#startNext());
    }
  }

  #startNext(): void {
    const start = this.#waiting.shift();
    if (start === undefined) this.#busy = false;
    else start();
  }
}

/**
 * Lets the event loop handle the requests that have arrived. Long work within a slice calls it; other long reads keep
 * waiting.
 */
export function pause(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
