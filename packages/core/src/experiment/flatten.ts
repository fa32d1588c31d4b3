/** Name and value, where the value is not a nested mapping. */
export type Leaf = readonly [name: string, value: unknown];

/** Returns whether a value has names and values: an object that is no instance of a class, or a map. */
function isMapping(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Map) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns whether a value is an empty mapping. */
export function isEmptyMapping(value: unknown): boolean {
  return isMapping(value) && entriesOf(value).length === 0;
}

/** Returns whether a mapping contains another one. */
export function isNested(mapping: object): boolean {
  return entriesOf(mapping).some(([, value]) => isMapping(value));
}

function entriesOf(mapping: object): (readonly [string, unknown])[] {
  if (mapping instanceof Map) return [...mapping].map(([name, value]) => [String(name), value]);
  return Object.entries(mapping);
}

/**
 * Flattens nested mappings and joins their names. Lists, other objects and empty mappings are values, and so are
 * mappings below `depth` levels, or within themselves.
 */
export function flatten(mapping: object, separator: string, depth: number): Leaf[] {
  const leaves: Leaf[] = [];
  const collect = (level: object, above: string, outer: readonly object[]) => {
    const within = [...outer, level];
    for (const entry of entriesOf(level)) {
      const [name, value] = entry;
      if (within.length < depth && isMapping(value) && !isEmptyMapping(value) && !within.includes(value)) {
        collect(value, `${above}${name}${separator}`, within);
      } else leaves.push(above === '' ? entry : [above + name, value]);
    }
  };
  collect(mapping, '', []);
  return leaves;
}

/** Returns a name that occurs more than once, as in `{ 'a/b': 1, a: { b: 2 } }`; null when all are unique. */
export function repeatedName(leaves: readonly Leaf[], mapping: object): string | null {
  // The names of one object are unique; a map may have the names 1 and '1'.
  if (!(mapping instanceof Map) && !isNested(mapping)) return null;
  const names = new Set<string>();
  for (const [name] of leaves) {
    if (names.has(name)) return name;
    names.add(name);
  }
  return null;
}
