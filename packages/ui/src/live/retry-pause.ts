import type { Failure } from '../source/failure.ts';

/** Maximum delay of the exponential backoff. */
export const maxPauseMillis = 60_000;

/** Maximum delay of a timer, 24 days. With a longer one it would fire at once. */
const maxTimerMillis = 2 ** 31 - 1;

/**
 * Returns the milliseconds until the next automatic retry; `null` if retrying cannot help. Each consecutive failure
 * doubles the delay, up to a minute. The retry does not come before the time that the service names, unless that is
 * more than 24 days away.
 */
export function retryPause(
  failure: Failure,
  failuresInRow: number,
  firstPauseMillis: number,
  nowMillis: number,
): number | null {
  if (!failure.passing) return null;
  const grown = Math.min(maxPauseMillis, firstPauseMillis * 2 ** (failuresInRow - 1));
  return Math.min(maxTimerMillis, Math.max(grown, (failure.retryAtMillis ?? 0) - nowMillis));
}
