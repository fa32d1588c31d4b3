/** Returns the value that represents maps, sets and typed arrays in JSON; all other values unchanged. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  // JSON has typed arrays as objects of their indexes.
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as Float64Array);
  return value;
}

/** Replacer of `JSON.stringify` with the same values. It gets a `Buffer` as what its `toJSON` returns. */
export function plainEntry(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key];
  return plainValue(ArrayBuffer.isView(original) ? original : value);
}
