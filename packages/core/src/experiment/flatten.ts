/** A name and a value that is no mapping. */
export type Leaf = readonly [name: string, value: unknown];

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a mapping holds another one. */
export function isNested(mapping: Readonly<Record<string, unknown>>): boolean {
  return Object.values(mapping).some(isMapping);
}

/**
 * The leaves of nested mappings, names joined on the way down. Lists and other objects are values. Below `depth` levels a mapping
 * is a value too; an empty one leaves nothing.
 */
export function flatten(mapping: Readonly<Record<string, unknown>>, separator: string, depth: number): Leaf[] {
  return Object.entries(mapping).flatMap(([name, value]) => {
    if (!isMapping(value) || depth <= 1) return [[name, value] as const];
    return flatten(value, separator, depth - 1).map(([rest, leaf]) => [`${name}${separator}${rest}`, leaf] as const);
  });
}
