/** A number of a record of an archive: how many bytes it takes, and its value. */
export type Field = readonly [size: 2 | 4 | 8, value: number];

/** Numbers as an archive holds them, least byte first. */
export function zipRecord(fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}
