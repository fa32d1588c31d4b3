import { timer } from '../events/timer.ts';
import type { Failure } from '../source/failure.ts';
import { retryPause } from './retry-pause.ts';

/** Automatic retries of reads: each failure in a row doubles the delay. */
export class Retries {
  readonly #retry: () => void;
  readonly #firstPauseMillis: number;
  readonly #timer = timer();
  #failures = 0;

  constructor(retry: () => void, firstPauseMillis: number) {
    this.#retry = retry;
    this.#firstPauseMillis = firstPauseMillis;
  }

  /** Schedules the next attempt, if it can help. Reads that fail until then count as the same failure. */
  add(failure: Failure): void {
    if (this.#timer.isSet) return;
    const pause = retryPause(failure, ++this.#failures, this.#firstPauseMillis, Date.now());
    if (pause !== null) this.#timer.set(pause, this.#retry);
  }

  /** Begins with the first delay again, after a read that succeeded. */
  succeed(): void {
    this.#failures = 0;
  }

  /** Cancels the next attempt. */
  cancel(): void {
    this.#timer.clear();
  }
}
