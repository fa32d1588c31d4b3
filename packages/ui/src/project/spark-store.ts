import { retryPause } from '../live/retry-pause.ts';
import { failureOf } from '../source/failure.ts';
import type { ViewSource } from '../source/view-source.ts';
import { type Sparkline, sparkline } from './sparkline.ts';

/** Store of the sparklines of the visible rows: reads them in batches and caches them as drawn paths. */
export interface SparkStore {
  /** Counter that increases with each response. */
  readonly version: number;
  /** Returns a sparkline; `null` if there is nothing to draw, `undefined` if it is not loaded yet. */
  spark(experimentKey: string, metricName: string): Sparkline | null | undefined;
  /** Sets the visible rows; rows requested earlier and not yet read are dropped. */
  want(experimentKeys: readonly string[], metricNames: readonly string[]): void;
  /** Marks sparklines as changed: they are read again, and the current ones are shown until then. */
  renew(experimentKeys: Iterable<string>): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

/** Number of experiments per request: the rows of a tall screen. */
const batch = 40;
/** Debounce delay: nothing is requested before scrolling has paused this long. */
const debounceMillis = 120;
/** Delay before the first retry. */
const retryMillis = 5000;

/** Creates a store that reads from `live`, else from `saved`. `rest` schedules a debounced read. */
export function sparkStore(
  live: ViewSource | null,
  saved: ViewSource | null,
  rest: (run: () => void, millis: number) => () => void = afterTime,
): SparkStore {
  const listeners = new Set<() => void>();
  const abort = new AbortController();
  const lines = new Map<string, Map<string, Sparkline | null>>();
  const stale = new Set<string>();
  let wanted: { keys: readonly string[]; names: readonly string[] } = { keys: [], names: [] };
  let cancel: (() => void) | null = null;
  let reading = false;
  let version = 0;
  let failures = 0;

  const lacks = (key: string) => {
    const byName = lines.get(key);
    return stale.has(key) || byName === undefined || wanted.names.some((name) => !byName.has(name));
  };
  const plan = (millis: number) => {
    cancel?.();
    cancel = rest(() => void read(), millis);
  };
  const read = async () => {
    cancel = null;
    const source = live ?? saved;
    const { names } = wanted;
    const keys = wanted.keys.filter(lacks).slice(0, batch);
    if (reading || source === null || keys.length === 0 || names.length === 0 || abort.signal.aborted) return;
    reading = true;
    for (const key of keys) stale.delete(key);
    try {
      const chart = await source.chart(keys, names, { full: false }, abort.signal);
      for (const key of keys) {
        const byName = lines.get(key) ?? new Map<string, Sparkline | null>();
        for (const name of names) byName.set(name, sparkline(chart[key], name));
        lines.set(key, byName);
      }
      failures = 0;
      version++;
      for (const listener of [...listeners]) listener();
      reading = false;
      // Reads the rest of the screen, and rows that became visible meanwhile.
      if (!abort.signal.aborted && wanted.keys.some(lacks)) plan(0);
    } catch (error) {
      // The table itself reports the error; the cells stay empty until a retry succeeds.
      reading = false;
      for (const key of keys) stale.add(key);
      const pause = retryPause(failureOf(error), ++failures, retryMillis, Date.now());
      if (!abort.signal.aborted && pause !== null) plan(pause);
    }
  };

  return {
    get version() {
      return version;
    },
    spark: (key, name) => lines.get(key)?.get(name),
    want(keys, names) {
      wanted = { keys, names };
      if (names.length > 0 && keys.some(lacks)) plan(debounceMillis);
    },
    renew(keys) {
      for (const key of keys) if (lines.has(key)) stale.add(key);
      if (wanted.names.length > 0 && wanted.keys.some(lacks)) plan(debounceMillis);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      abort.abort();
      cancel?.();
      listeners.clear();
    },
  };
}

function afterTime(run: () => void, millis: number): () => void {
  const timer = setTimeout(run, millis);
  return () => clearTimeout(timer);
}
