/** Name and value, where the value is not a nested mapping. */
export type Leaf = readonly [name: string, value: unknown];

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns whether a value is an empty mapping. */
export function isEmptyMapping(value: unknown): boolean {
  return isMapping(value) && Object.keys(value).length === 0;
}

/** Returns whether a mapping contains another one. */
export function isNested(mapping: Readonly<Record<string, unknown>>): boolean {
  return Object.values(mapping).some(isMapping);
}

/**
 * Flattens nested mappings and joins their names. Lists, other objects and empty mappings are values, and so are
 * mappings below `depth` levels.
 */
export function flatten(mapping: Readonly<Record<string, unknown>>, separator: string, depth: number): Leaf[] {
  const leaves: Leaf[] = [];
  const collect = (level: Readonly<Record<string, unknown>>, above: string, left: number) => {
    for (const name of Object.keys(level)) {
      const value = level[name];
      if (left > 1 && isMapping(value) && !isEmptyMapping(value)) {
        collect(value, `${above}${name}${separator}`, left - 1);
      } else leaves.push([above + name, value]);
    }
  };
  collect(mapping, '', depth);
  return leaves;
}

/** Returns a name that occurs more than once, as in `{ 'a/b': 1, a: { b: 2 } }`; null when all are unique. */
export function repeatedName(leaves: readonly Leaf[]): string | null {
  const names = new Set<string>();
  for (const [name] of leaves) {
    if (names.has(name)) return name;
    names.add(name);
  }
  return null;
}
