import type { Failure } from '../source/failure.ts';

/** The longest pause that repeated failures lead to. */
const longestPauseMillis = 60_000;

/**
 * The milliseconds until the next automatic attempt; null when another attempt cannot help. Each failure in a row doubles the
 * pause, up to a minute. The attempt never comes before the time that the service names.
 */
export function retryPause(
  failure: Failure,
  failuresInRow: number,
  firstPauseMillis: number,
  nowMillis: number,
): number | null {
  if (!failure.passing) return null;
  const grown = Math.min(longestPauseMillis, firstPauseMillis * 2 ** (failuresInRow - 1));
  return Math.max(grown, (failure.retryAtMillis ?? 0) - nowMillis);
}
