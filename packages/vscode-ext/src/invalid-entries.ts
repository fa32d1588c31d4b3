/**
 * Returns the entries of a list setting that `read` ignores. Whoever writes the setting leaves them there, for the user
 * to correct.
 */
export function invalidEntries(value: unknown, read: (entries: unknown) => readonly unknown[]): readonly unknown[] {
  return Array.isArray(value) ? value.filter((entry) => read([entry]).length === 0) : [];
}
