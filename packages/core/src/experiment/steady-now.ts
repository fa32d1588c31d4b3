/**
 * Returns a clock of milliseconds since 1970 that does not go back: if the system's clock is set back, the time goes on
 * from where it was.
 *
 * @internal Exported for tests: a test sets the clock of the process.
 */
export function steadyClock(): () => number {
  let latest = Number.NEGATIVE_INFINITY;
  // Time at which `latest` was read, in terms of `performance.now()`.
  let ticks = 0;
  // Time by which the system's clock was set back, and not forward again.
  let behind = 0;
  return () => {
    const system = Date.now();
    const now = performance.now();
    if (system >= latest) behind = 0;
    else if (system + behind < latest) behind = latest + Math.round(now - ticks) - system;
    latest = system + behind;
    ticks = now;
    return latest;
  };
}

/** Clock of this process, by which later values have later times. */
export const steadyNow = steadyClock();
