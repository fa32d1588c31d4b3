/*
 * Reading values whose shape a file, a saved copy or a service only claims: what is not as it should be is empty, so that a reader
 * takes what there is without a check at each step.
 */

/** The fields of an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The entries of a list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
