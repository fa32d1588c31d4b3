/** Options of a cache. */
interface TimedCacheOptions {
  /** Time for which a value is returned again, in milliseconds. */
  readonly millis: number;
  /** Maximum number of values; the oldest are dropped. */
  readonly size: number;
}

interface Entry {
  readonly value: Promise<unknown>;
  readonly signal: AbortSignal;
  readonly at: number;
}

/**
 * Cache of what was read from services, by key. Concurrent reads of a key share one request. A failed read is not
 * cached, and a read that another caller cancelled is repeated.
 */
export class TimedCache {
  readonly #options: TimedCacheOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: TimedCacheOptions) {
    this.#options = options;
  }

  /** Returns the value of a key, from `read` unless it is known. */
  async get<T>(key: string, signal: AbortSignal, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (let known = this.#recent(key); known !== undefined; known = this.#recent(key)) {
      try {
        return (await known.value) as T;
      } catch (error) {
        if (!known.signal.aborted || signal.aborted) throw error;
      }
    }
    const value = read(signal);
    const entry = { value, signal, at: Date.now() };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#options.size) break;
      this.#entries.delete(oldest);
    }
    try {
      return await value;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  /** Forgets all values. */
  clear(): void {
    this.#entries.clear();
  }

  #recent(key: string): Entry | undefined {
    const known = this.#entries.get(key);
    return known && Date.now() - known.at < this.#options.millis ? known : undefined;
  }
}
