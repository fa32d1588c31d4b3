/**
 * Formats a count with commas: `12,431`. Static forms use no `Intl` for what nearly all of them contain: its data
 * takes 6 ms of the first output.
 */
export function countText(count: number): string {
  if (!Number.isSafeInteger(count)) return count.toLocaleString('en-US');
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
