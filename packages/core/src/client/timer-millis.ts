/** Longest time of a timer: 24.8 days. A timer with a longer one would fire at once. */
const longestMillis = 2 ** 31 - 1;

/** Returns a time as timers accept it: whole, not negative, and not too long. */
export function timerMillis(millis: number): number {
  return Math.min(Math.max(0, Math.ceil(millis)), longestMillis);
}
