import type * as v from 'valibot';
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

/** Returns whether a schema accepts arbitrary values, which may have any depth. */
export function holdsAnything(schema: v.GenericSchema): boolean {
  const seen = new Set<unknown>();
  const search = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return false;
    seen.add(part);
    if (
      'kind' in part &&
      part.kind === 'schema' &&
      'type' in part &&
      (part.type === 'unknown' || part.type === 'any')
    ) {
      return true;
    }
    return Object.values(part).some(search);
  };
  return search(schema);
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
