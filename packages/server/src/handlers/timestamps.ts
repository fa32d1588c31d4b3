/** Times above this are microseconds: some clients multiply milliseconds by a thousand. */
const microsecondsFrom = 1e14;

/** Converts a client's time to milliseconds since 1970. Returns `now` for a missing or invalid time. */
export function millisOf(timestamp: number | null | undefined, now: number): number {
  if (timestamp === null || timestamp === undefined || !Number.isFinite(timestamp) || timestamp < 0) return now;
  const millis = timestamp > microsecondsFrom ? timestamp / 1000 : timestamp;
  return millis > microsecondsFrom ? now : Math.trunc(millis);
}
