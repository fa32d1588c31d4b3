/** Shows that work takes a while until it has ended, with a way to stop it. */
export type ShowWork = (ended: Promise<void>, stop: () => void) => void;

/** Quicker work is not shown: it would only flash. */
const quickMillis = 500;

/** Waits for work that a person can stop once it is shown; undefined when they did, at once, whether it listens or not. */
export async function runCancellable<T>(
  work: (signal: AbortSignal) => Promise<T>,
  show: ShowWork,
  showAfterMillis = quickMillis,
): Promise<T | undefined> {
  const abort = new AbortController();
  // It listens before the work does: that the work then fails is no failure any more.
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
