import type * as v from 'valibot';

/** Returns whether a schema accepts values of any kind somewhere. */
export function holdsAnyValue(schema: v.GenericSchema): boolean {
  const seen = new Set<unknown>();
  const search = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return false;
    seen.add(part);
    const { kind, type } = part as { readonly kind?: unknown; readonly type?: unknown };
    return (kind === 'schema' && type === 'unknown') || Object.values(part).some(search);
  };
  return search(schema);
}
