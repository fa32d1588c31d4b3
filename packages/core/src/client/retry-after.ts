/** Parses a `Retry-After` header, in seconds or as a date. Returns the delay in milliseconds. */
export function retryAfterMillis(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
