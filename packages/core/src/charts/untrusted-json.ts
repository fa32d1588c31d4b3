/*
 * Readers for values whose shape a file, a saved copy or a service only claims. An invalid value is read as empty, so
 * that callers do not need a check at each step.
 */

/** Returns the fields of an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Returns the entries of an array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
