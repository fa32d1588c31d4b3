/** Above this a time is microseconds: some clients multiply by a thousand what is in milliseconds already. */
const microsecondsFrom = 1e14;

/** A client's time in milliseconds since 1970; now when it gives none that can be one. */
export function millisOf(timestamp: number | null | undefined, now: number): number {
  if (timestamp === null || timestamp === undefined || !Number.isFinite(timestamp) || timestamp < 0) return now;
  const millis = timestamp > microsecondsFrom ? timestamp / 1000 : timestamp;
  return millis > microsecondsFrom ? now : Math.trunc(millis);
}
