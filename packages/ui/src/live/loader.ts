import { emitter } from '../events/emitter.ts';
import { type Failure, failureOf } from '../source/failure.ts';
import { retryPause } from './retry-pause.ts';

/** State of a polled value. */
interface Loaded<T> {
  /** Last value read; retained during and after a failed read. */
  readonly data: T | undefined;
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** Time at which `data` was read. */
  readonly updatedAtMillis: number | null;
}

/** Time source and timer of a loader; tests provide their own. */
export interface Clock {
  now(): number;
  /**
   * Calls back once after a delay.
   * @returns a function that cancels the callback
   */
  after(millis: number, callback: () => void): () => void;
}

/** System clock. */
const realClock: Clock = {
  now: () => Date.now(),
  after(millis, callback) {
    const timer = setTimeout(callback, millis);
    return () => clearTimeout(timer);
  },
};

/** Options of a loader. */
export interface LoaderOptions<T> {
  load(signal: AbortSignal): Promise<T>;
  /** Returns the delay until the next read; `null` if the value does not change any more. */
  everyMillis(data: T): number | null;
  readonly clock?: Clock;
}

/**
 * Polls a value while it changes and is visible. Nothing is read before that or while it is hidden; a read that
 * became due meanwhile starts when it is visible again. Temporary failures are retried with exponential backoff, and
 * never before the time the service names.
 */
export class Loader<T> {
  readonly #options: LoaderOptions<T>;
  readonly #clock: Clock;
  #state: Loaded<T> = { data: undefined, failure: null, loading: false, updatedAtMillis: null };
  #visible = false;
  #disposed = false;
  #failures = 0;
  #request: AbortController | null = null;
  #cancelTimer: (() => void) | null = null;
  /** Time of the next read; `null` if none is scheduled. */
  #dueMillis: number | null = Number.NEGATIVE_INFINITY;
  readonly #changes = emitter();
  readonly subscribe = this.#changes.subscribe;

  constructor(options: LoaderOptions<T>) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
  }

  get state(): Loaded<T> {
    return this.#state;
  }

  /** Sets whether the value is visible; it is polled only while it is. */
  setVisible(visible: boolean): void {
    if (this.#visible === visible) return;
    this.#visible = visible;
    this.#schedule();
  }

  /** Reads immediately, regardless of the schedule. */
  reload(): void {
    this.#request?.abort();
    this.#request = null;
    this.#failures = 0;
    this.#dueMillis = Number.NEGATIVE_INFINITY;
    if (this.#visible) this.#schedule();
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelTimer?.();
    this.#request?.abort();
    this.#request = null;
  }

  #schedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#disposed || !this.#visible || this.#request !== null || this.#dueMillis === null) return;
    const pause = this.#dueMillis - this.#clock.now();
    if (pause <= 0) void this.#read();
    else this.#cancelTimer = this.#clock.after(pause, () => this.#schedule());
  }

  async #read(): Promise<void> {
    const { load, everyMillis } = this.#options;
    const request = new AbortController();
    this.#request = request;
    this.#set({ loading: true });
    try {
      const data = await load(request.signal);
      if (this.#request !== request) return;
      this.#failures = 0;
      this.#end(everyMillis(data), { data, failure: null, updatedAtMillis: this.#clock.now() });
    } catch (error) {
      if (this.#request !== request) return;
      const failure = failureOf(error, this.#clock.now());
      const base = (this.#state.data === undefined ? null : everyMillis(this.#state.data)) ?? 5000;
      this.#end(retryPause(failure, ++this.#failures, base, this.#clock.now()), { failure });
    }
  }

  /** Shows the result of a read and schedules the next one after a delay; `null` for none. */
  #end(pause: number | null, result: Partial<Loaded<T>>): void {
    this.#dueMillis = pause === null ? null : this.#clock.now() + pause;
    this.#request = null;
    this.#set({ ...result, loading: false });
    this.#schedule();
  }

  #set(change: Partial<Loaded<T>>): void {
    this.#state = { ...this.#state, ...change };
    this.#changes.emit();
  }
}
