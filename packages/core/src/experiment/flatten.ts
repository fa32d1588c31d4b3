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
  const leaves: Leaf[] = [];
  const collect = (level: Readonly<Record<string, unknown>>, above: string, left: number) => {
    for (const name of Object.keys(level)) {
      const value = level[name];
      if (left > 1 && isMapping(value)) collect(value, `${above}${name}${separator}`, left - 1);
      else leaves.push([above + name, value]);
    }
  };
  collect(mapping, '', depth);
  return leaves;
}
