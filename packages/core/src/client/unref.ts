/** Lets the process end although a timer runs. A timer of a browser is a number. */
export function unref(timer: unknown): void {
  if (typeof timer === 'object') (timer as { unref?(): void }).unref?.();
}
