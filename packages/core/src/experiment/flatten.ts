/** A name and a value that is no mapping. */
export type Leaf = readonly [name: string, value: unknown];

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a value is a mapping with nothing in it. */
export function isEmptyMapping(value: unknown): boolean {
  return isMapping(value) && Object.keys(value).length === 0;
}

/** Whether a mapping holds another one. */
export function isNested(mapping: Readonly<Record<string, unknown>>): boolean {
  return Object.values(mapping).some(isMapping);
}

/**
 * The leaves of nested mappings, names joined on the way down. Lists, other objects and empty mappings are values. Below `depth`
 * levels a mapping is a value too.
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

/** A name that two of the leaves have: `{ 'a/b': 1, a: { b: 2 } }`; null when each has its own. */
export function repeatedName(leaves: readonly Leaf[]): string | null {
  const names = new Set<string>();
  for (const [name] of leaves) {
    if (names.has(name)) return name;
    names.add(name);
  }
  return null;
}
