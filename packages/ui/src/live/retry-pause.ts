import type { Failure } from '../source/failure.ts';

/** Maximum delay of the exponential backoff. */
export const maxPauseMillis = 60_000;

/**
 * Returns the milliseconds until the next automatic retry; `null` if retrying cannot help. Each consecutive failure
 * doubles the delay, up to a minute. The retry never comes before the time that the service names.
 */
export function retryPause(
  failure: Failure,
  failuresInRow: number,
  firstPauseMillis: number,
  nowMillis: number,
): number | null {
  if (!failure.passing) return null;
  const grown = Math.min(maxPauseMillis, firstPauseMillis * 2 ** (failuresInRow - 1));
  return Math.max(grown, (failure.retryAtMillis ?? 0) - nowMillis);
}
