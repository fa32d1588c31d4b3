import { badRequest } from '../errors/service-error.ts';

/**
 * Maximum nesting of lists and objects in a value. A query has up to 1,000 levels; several thousand overflow the
 * stack when they are serialized.
 */
export const maxNesting = 1200;

/** Returns whether a value has more levels than `levels`. */
export function isDeeplyNested(value: unknown, levels = maxNesting): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const entries: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return entries.some((entry) => isDeeplyNested(entry, levels - 1));
}

/**
 * Throws when a field of a body is nested too deeply.
 *
 * @throws ServiceError 400 with the name of the field.
 */
export function checkNesting(body: unknown): void {
  for (const [field, value] of Object.entries(body ?? {})) {
    if (isDeeplyNested(value)) throw badRequest(`Body field ${field}: nested more than ${maxNesting} levels deep`);
  }
}
