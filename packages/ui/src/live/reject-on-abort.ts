/** Returns the result of a shared operation, or rejects as soon as the caller's signal is aborted. */
export async function rejectOnAbort<Result>(shared: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return await shared;
  signal.throwIfAborted();
  return await new Promise<Result>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
