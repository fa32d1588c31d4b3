import { timer } from '../events/timer.ts';
import { type ExperimentState, experimentLabel, experimentState } from '../records/experiment-label.ts';
import { failureOf } from '../source/failure.ts';
import { shortenedMiddle } from '../text/shortened-middle.ts';
import { durationText } from '../text/time-text.ts';
import type { Translate } from '../text/translate.ts';
import { maxPauseMillis, retryPause } from './retry-pause.ts';

/** Interval between two reads of watched experiments in milliseconds. */
const watchMillis = 15_000;

/** Maximum number of characters of a name: notifications of JupyterLab cut the end of a text. */
const nameLength = 60;

/** Experiment whose end is watched. */
export interface WatchedRun {
  readonly experimentKey: string;
  /** Connection that it belongs to; undefined for the only one. */
  readonly connection?: string | undefined;
}

/** Record of an experiment, as far as the watch needs it. */
interface RunRecord {
  readonly experimentKey: string;
  readonly experimentName?: string | null | undefined;
  readonly running?: boolean | null | undefined;
  readonly hasCrashed?: boolean | null | undefined;
  readonly durationMillis?: number | null | undefined;
}

/** How a watched experiment has ended. */
export interface EndedRun extends WatchedRun {
  readonly label: string;
  readonly state: Exclude<ExperimentState, 'running'>;
  /** Text for the user, such as `lr=0.3 finished after 2h 10m.`. */
  readonly text: string;
}

/** Options of a watch. */
export interface RunWatchOptions {
  /** Reads an experiment; null if there is none with this key. */
  read(run: WatchedRun): Promise<RunRecord | null>;
  /** Called when an experiment has ended. It is no longer watched. */
  ended(run: EndedRun): void;
  /** Called when the watched experiments have changed. */
  changed?(runs: readonly WatchedRun[]): void;
  readonly translate: Translate;
  /** Interval in milliseconds. Default: 15,000. */
  readonly everyMillis?: number;
}

const idOf = ({ experimentKey, connection = '' }: WatchedRun) => `${connection} ${experimentKey}`;

/** Watches experiments until they end: reads them at an interval, and less often while their service fails. */
export class RunWatch {
  readonly #options: RunWatchOptions;
  readonly #runs = new Map<string, WatchedRun>();
  readonly #timer = timer();
  #failures = 0;
  #isReading = false;
  #isDisposed = false;

  constructor(options: RunWatchOptions) {
    this.#options = options;
  }

  has(run: WatchedRun): boolean {
    return this.#runs.has(idOf(run));
  }

  /** Watches an experiment. One that has ended already is reported with the first read. */
  add(run: WatchedRun): void {
    this.#runs.set(idOf(run), run);
    this.#change();
    if (!this.#isReading && !this.#timer.isSet) void this.#readAll();
  }

  delete(run: WatchedRun): void {
    if (this.#runs.delete(idOf(run))) this.#change();
  }

  /** Watches experiments or, if all of them are watched, no longer. Returns whether they are watched now. */
  toggle(runs: readonly WatchedRun[]): boolean {
    const isOn = !runs.every((run) => this.has(run));
    for (const run of runs)
      if (isOn) this.add(run);
      else this.delete(run);
    return isOn;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer.clear();
  }

  #change(): void {
    this.#options.changed?.([...this.#runs.values()]);
  }

  async #readAll(): Promise<void> {
    const { everyMillis = watchMillis } = this.#options;
    this.#isReading = true;
    let pause = everyMillis;
    let hasFailed = false;
    for (const run of [...this.#runs.values()]) {
      try {
        this.#see(run, await this.#options.read(run));
      } catch (error) {
        const failure = failureOf(error);
        if (failure.kind === 'not-found') {
          this.delete(run);
        } else {
          hasFailed = true;
          // A key may be corrected, so a failure that does not pass by itself is retried too.
          pause = Math.max(pause, retryPause(failure, this.#failures + 1, everyMillis, Date.now()) ?? maxPauseMillis);
        }
      }
      if (this.#isDisposed) return;
    }
    this.#isReading = false;
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (this.#runs.size > 0) this.#timer.set(pause, () => void this.#readAll());
  }

  #see(run: WatchedRun, record: RunRecord | null): void {
    // It may have been removed meanwhile.
    if (this.#isDisposed || !this.has(run)) return;
    if (record === null) {
      this.delete(run);
      return;
    }
    const state = experimentState(record);
    if (state === 'running') return;
    this.delete(run);
    const label = shortenedMiddle(experimentLabel(record), nameLength);
    this.#options.ended({ ...run, label, state, text: endText(label, state, record, this.#options.translate) });
  }
}

function endText(label: string, state: EndedRun['state'], { durationMillis }: RunRecord, t: Translate): string {
  const duration = durationText(durationMillis);
  if (duration === '') return state === 'crashed' ? t('%1 crashed.', label) : t('%1 finished.', label);
  return state === 'crashed' ? t('%1 crashed after %2.', label, duration) : t('%1 finished after %2.', label, duration);
}
