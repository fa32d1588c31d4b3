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

/** Polls a value while it changes and is visible. */
export interface Loader<T> {
  readonly state: Loaded<T>;
  /** Sets whether the value is visible; it is polled only while it is. */
  setVisible(visible: boolean): void;
  /** Reads immediately, regardless of the schedule. */
  reload(): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
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
 * Creates a loader. Nothing is read before the value is visible or while it is hidden; a read that became due
 * meanwhile starts when it is visible again. Temporary failures are retried with exponential backoff, and never
 * before the time the service names.
 */
export function loader<T>({ load, everyMillis, clock = realClock }: LoaderOptions<T>): Loader<T> {
  const listeners = new Set<() => void>();
  let state: Loaded<T> = { data: undefined, failure: null, loading: false, updatedAtMillis: null };
  let visible = false;
  let disposed = false;
  let failures = 0;
  let request: AbortController | null = null;
  let cancelTimer: (() => void) | null = null;
  /** Time of the next read; `null` if none is scheduled. */
  let dueMillis: number | null = Number.NEGATIVE_INFINITY;

  const set = (next: Partial<Loaded<T>>) => {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  };
  const schedule = () => {
    cancelTimer?.();
    cancelTimer = null;
    if (disposed || !visible || request !== null || dueMillis === null) return;
    const pause = dueMillis - clock.now();
    if (pause <= 0) void read();
    else cancelTimer = clock.after(pause, schedule);
  };
  const read = async () => {
    const controller = new AbortController();
    request = controller;
    set({ loading: true });
    try {
      const data = await load(controller.signal);
      if (request !== controller) return;
      failures = 0;
      const pause = everyMillis(data);
      dueMillis = pause === null ? null : clock.now() + pause;
      request = null;
      set({ data, failure: null, loading: false, updatedAtMillis: clock.now() });
    } catch (error) {
      if (request !== controller) return;
      failures++;
      const failure = failureOf(error, clock.now());
      const base = (state.data === undefined ? null : everyMillis(state.data)) ?? 5000;
      const pause = retryPause(failure, failures, base, clock.now());
      dueMillis = pause === null ? null : clock.now() + pause;
      request = null;
      set({ failure, loading: false });
    }
    schedule();
  };

  return {
    get state() {
      return state;
    },
    setVisible(next) {
      if (visible === next) return;
      visible = next;
      schedule();
    },
    reload() {
      request?.abort();
      request = null;
      failures = 0;
      dueMillis = Number.NEGATIVE_INFINITY;
      if (visible) schedule();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      disposed = true;
      cancelTimer?.();
      request?.abort();
      request = null;
      listeners.clear();
    },
  };
}
