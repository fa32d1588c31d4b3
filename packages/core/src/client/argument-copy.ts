const { slice } = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;

/** Returns whether an object has only names and values: it is no instance of a class, of any realm, and no stream. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return !(prototype && Object.getPrototypeOf(prototype)) && Object.getOwnPropertySymbols(value).length === 0;
}

/** Returns a copy of a value. What contains itself is returned as it is, and later rejected as JSON. */
function copyOf(value: unknown, ancestors: readonly object[]): unknown {
  if (typeof value !== 'object' || value === null || ancestors.includes(value)) return value;
  const inside = [...ancestors, value];
  const copies = (values: readonly unknown[]) => values.map((one) => copyOf(one, inside));
  if (Array.isArray(value)) return copies(value);
  if (value instanceof Map) return new Map(copies([...value]) as [unknown, unknown][]);
  if (value instanceof Set) return new Set(copies([...value]));
  if (value instanceof ArrayBuffer) return value.slice();
  if (value instanceof DataView) {
    return new DataView(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength));
  }
  // The method of `Buffer` with this name returns a view of the same memory.
  if (ArrayBuffer.isView(value)) return slice.call(value as Uint8Array);
  return isPlain(value) ? Object.fromEntries(copies(Object.entries(value)) as [string, unknown][]) : value;
}

/**
 * Returns a copy of an argument, which the caller may change before it is used. Lists, plain objects, maps, sets and
 * buffers are copied with all that they contain. Other objects, such as a `Blob`, are returned as they are.
 */
export function argumentCopy<T>(value: T): T {
  return copyOf(value, []) as T;
}
