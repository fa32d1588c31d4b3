/** Shows long-running work until `ended` resolves; `stop` cancels it. */
export type ShowWork = (ended: Promise<void>, stop: () => void) => void;

/** Delay before work is shown, in milliseconds. Showing faster work would only flicker. */
const quickMillis = 500;

/**
 * Runs work that the user can cancel once it is shown. On cancellation it resolves to undefined at once, even if the
 * work ignores the signal.
 */
export async function runCancellable<T>(
  work: (signal: AbortSignal) => Promise<T>,
  show: ShowWork,
  showAfterMillis = quickMillis,
): Promise<T | undefined> {
  const abort = new AbortController();
  // Registered before the work starts listening, so that cancellation wins the race against the work's own rejection.
  const stopped = new Promise<undefined>((resolve) => {
    abort.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const result = Promise.race([work(abort.signal), stopped]);
  const ended = result.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => show(ended, () => abort.abort()), showAfterMillis);
  return result.finally(() => clearTimeout(timer));
}
