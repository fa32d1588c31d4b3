import { emitter } from '../events/emitter.ts';
import { type Timer, timer } from '../events/timer.ts';
import { retryPause } from '../live/retry-pause.ts';
import { failureOf } from '../source/failure.ts';
import type { ViewSource } from '../source/view-source.ts';
import { type Sparkline, sparkline } from './sparkline.ts';

/** Number of experiments per request: the rows of a tall screen. */
const batch = 40;
/** Debounce delay: nothing is requested before scrolling has paused this long. */
const debounceMillis = 120;
/** Delay before the first retry. */
const retryMillis = 5000;

/**
 * Store of the sparklines of the visible rows. Reads them in batches, from `live`, else from `saved`, and caches them
 * as drawn paths.
 */
export class SparkStore {
  readonly #source: ViewSource | null;
  readonly #timer: Timer;
  readonly #abort = new AbortController();
  readonly #lines = new Map<string, Map<string, Sparkline | null>>();
  readonly #stale = new Set<string>();
  #requested: { readonly keys: readonly string[]; readonly names: readonly string[] } = { keys: [], names: [] };
  #reading = false;
  #failures = 0;
  #version = 0;
  readonly #changes = emitter();
  readonly subscribe = this.#changes.subscribe;

  constructor(live: ViewSource | null, saved: ViewSource | null, debounce: Timer = timer()) {
    this.#source = live ?? saved;
    this.#timer = debounce;
  }

  /** Counter that increases with each response. */
  get version(): number {
    return this.#version;
  }

  /** Returns a sparkline; `null` if there is nothing to draw, `undefined` if it is not loaded yet. */
  readonly spark = (experimentKey: string, metricName: string): Sparkline | null | undefined =>
    this.#lines.get(experimentKey)?.get(metricName);

  /** Sets the visible rows; rows requested earlier and not yet read are dropped. */
  request(keys: readonly string[], names: readonly string[]): void {
    this.#requested = { keys, names };
    this.#plan(debounceMillis);
  }

  /** Marks sparklines as changed: they are read again, and the current ones are shown until then. */
  renew(keys: Iterable<string>): void {
    for (const key of keys) this.#stale.add(key);
    this.#plan(debounceMillis);
  }

  dispose(): void {
    this.#abort.abort();
    this.#timer.clear();
  }

  /** Schedules a read if something on the screen is not loaded. */
  #plan(millis: number): void {
    const isLacking = this.#requested.names.length > 0 && this.#requested.keys.some((key) => this.#lacks(key));
    if (isLacking && !this.#abort.signal.aborted) this.#timer.set(millis, () => void this.#read());
  }

  #lacks(key: string): boolean {
    const lines = this.#lines.get(key);
    return this.#stale.has(key) || lines === undefined || this.#requested.names.some((name) => !lines.has(name));
  }

  async #read(): Promise<void> {
    const { names } = this.#requested;
    const keys = this.#requested.keys.filter((key) => this.#lacks(key)).slice(0, batch);
    if (this.#reading || this.#source === null || keys.length === 0) return;
    this.#reading = true;
    for (const key of keys) this.#stale.delete(key);
    try {
      const chart = await this.#source.chart(keys, names, { full: false }, this.#abort.signal);
      for (const key of keys) {
        const lines = this.#lines.get(key) ?? new Map<string, Sparkline | null>();
        for (const name of names) lines.set(name, sparkline(chart[key], name));
        this.#lines.set(key, lines);
      }
      this.#failures = 0;
      this.#version++;
      this.#changes.emit();
      this.#reading = false;
      // Reads the rest of the screen, and rows that became visible meanwhile.
      this.#plan(0);
    } catch (error) {
      // The table itself reports the error; the cells stay empty until a retry succeeds.
      this.#reading = false;
      for (const key of keys) this.#stale.add(key);
      const pause = retryPause(failureOf(error), ++this.#failures, retryMillis, Date.now());
      if (pause !== null) this.#plan(pause);
    }
  }
}
