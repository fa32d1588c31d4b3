import { type Failure, failureOf } from '../source/failure.ts';
import { retryPause } from './retry-pause.ts';

/** What is known of something that is read now and then. */
export interface Loaded<T> {
  /** What was read last; it stays while it is read again and when that fails. */
  readonly data: T | undefined;
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** When `data` was read. */
  readonly updatedAtMillis: number | null;
}

/** Reads something, again and again while it changes and is seen. */
export interface Loader<T> {
  readonly state: Loaded<T>;
  /** Whether a person can see it: only then it is read. */
  see(visible: boolean): void;
  /** Reads now, whatever the schedule says. */
  reload(): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

/** How a loader waits; a test gives its own. */
export interface Clock {
  now(): number;
  /** Calls back once after a time, unless the answered function is called first. */
  after(millis: number, callback: () => void): () => void;
}

/** The machine's clock. */
const realClock: Clock = {
  now: () => Date.now(),
  after(millis, callback) {
    const timer = setTimeout(callback, millis);
    return () => clearTimeout(timer);
  },
};

/** What a loader is given. */
export interface LoaderOptions<T> {
  load(signal: AbortSignal): Promise<T>;
  /** After how long to read again; null: it will not change any more. */
  everyMillis(data: T): number | null;
  readonly clock?: Clock;
}

/**
 * Nothing is read before it is seen and while it is hidden. What became due meanwhile is read as soon as it is seen again. A
 * failure that can pass by itself is tried again, each time after twice as long and never before the service allows.
 */
export function loader<T>({ load, everyMillis, clock = realClock }: LoaderOptions<T>): Loader<T> {
  const listeners = new Set<() => void>();
  let state: Loaded<T> = { data: undefined, failure: null, loading: false, updatedAtMillis: null };
  let visible = false;
  let disposed = false;
  let failures = 0;
  let request: AbortController | null = null;
  let cancelTimer: (() => void) | null = null;
  /** When to read next; null: not by itself. */
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
    see(next) {
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
