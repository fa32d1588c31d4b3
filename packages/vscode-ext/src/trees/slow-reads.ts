import { runCancellable } from '../run-cancellable.ts';

/** Time after which a read takes long, in milliseconds. */
const slowMillis = 1000;

/** Reads of a tree, which the user can cancel while they take long. */
export class SlowReads {
  readonly #onSlow: (isSlow: boolean) => void;
  /** Functions that cancel the reads that take long. */
  readonly #cancels = new Set<() => void>();

  /** `onSlow` is called when a read begins to take long, and when the last of those has ended. */
  constructor(onSlow: (isSlow: boolean) => void) {
    this.#onSlow = onSlow;
  }

  /** Runs a read; resolves to undefined if it was cancelled. */
  run<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const show = (ended: Promise<void>, cancel: () => void) => {
      this.#cancels.add(cancel);
      this.#onSlow(true);
      void ended.then(() => {
        this.#cancels.delete(cancel);
        if (this.#cancels.size === 0) this.#onSlow(false);
      });
    };
    return runCancellable(read, show, slowMillis);
  }

  /** Cancels the reads that take long, and no others. */
  cancel(): void {
    for (const cancel of this.#cancels) cancel();
  }
}
