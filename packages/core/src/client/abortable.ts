import { cancelled } from './errors.ts';

/** Waits for work that cannot be cancelled itself. Rejects as soon as the signal aborts. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((done, fail) => {
    const leave = () => fail(cancelled(signal.reason));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(done, fail).finally(() => signal.removeEventListener('abort', leave));
  });
}
