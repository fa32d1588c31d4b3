/** Work of a long read between two pauses. */
export const sliceMillis = 8;

/**
 * Runs the work of long reads in slices, one at a time and in the order they were asked for. SQLite runs in this thread: after each slice
 * the event loop answers what has arrived meanwhile, so that a small request waits for one slice, however many long reads there are.
 */
export class SliceQueue {
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  /** Runs one slice: some milliseconds of work, or one statement of the database. */
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

/** Lets the event loop answer what has arrived. Long work within a slice calls it; other long reads go on waiting. */
export function pause(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
