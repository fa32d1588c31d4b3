/** Member of a ZIP archive whose bytes have been written. */
export interface ZipEntry {
  /** Name in UTF-8. */
  readonly name: Uint8Array;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Position of its local header. */
  readonly offset: number;
  /** Whether its sizes follow the data, in a data descriptor. */
  readonly described: boolean;
}

const max16 = 0xffff;
const max32 = 0xffffffff;
/** Versions of the format that a reader must support: DEFLATE, and ZIP64. */
const deflateVersion = 20;
const zip64Version = 45;
/** General purpose bits: sizes follow the data; the name is UTF-8. */
const describedBit = 1 << 3;
const utf8Bit = 1 << 11;
/** Every member is DEFLATED: streaming readers reject a stored member whose sizes follow it. */
const deflated = 8;
/** 1980-01-01, the first date of the format. A constant, so that the same files produce the same bytes. */
const firstDay = (1 << 5) | 1;
/** Made by UNIX, version 6.3 of the specification; a regular file with mode 0664. */
const madeBy = (3 << 8) | 63;
const regularFile = (0o100664 << 16) >>> 0;

/** Encodes little-endian numbers, each with its width in bytes. */
function packed(...numbers: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Buffer {
  const out = Buffer.alloc(numbers.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of numbers) {
    if (bytes === 8) out.writeBigUInt64LE(BigInt(value), at);
    else out.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return out;
}

const flags = (described: boolean) => utf8Bit | (described ? describedBit : 0);

/** Returns the ZIP64 extra field with these 64-bit numbers. */
const zip64Field = (...numbers: readonly number[]) =>
  packed([1, 2], [numbers.length * 8, 2], ...numbers.map((number) => [number, 8] as const));

/** Returns the local header of a member whose sizes are known. */
export function localHeader(entry: Omit<ZipEntry, 'offset' | 'described'>): Buffer {
  const sizes = [
    [entry.crc, 4],
    [entry.compressedSize, 4],
    [entry.size, 4],
  ] as const;
  const head = packed([0x04034b50, 4], [deflateVersion, 2], [flags(false), 2], [deflated, 2], [0, 2], [firstDay, 2]);
  return Buffer.concat([head, packed(...sizes, [entry.name.length, 2], [0, 2]), entry.name]);
}

/** Returns the local header of a member whose sizes follow its data; `size` is the expected one. */
export function streamedHeader(name: Uint8Array, size: number): Buffer {
  // The field marks the sizes in the data descriptor as 64-bit.
  const extra = size > max32 ? zip64Field(0, 0) : Buffer.alloc(0);
  const version = size > max32 ? zip64Version : deflateVersion;
  const head = packed([0x04034b50, 4], [version, 2], [flags(true), 2], [deflated, 2], [0, 2], [firstDay, 2]);
  return Buffer.concat([head, packed([0, 4], [0, 4], [0, 4], [name.length, 2], [extra.length, 2]), name, extra]);
}

/**
 * Returns the data descriptor that follows the data of a streamed member. Its sizes have 64 bits only where this
 * member needs them: Java expects that, wherever the member is in the archive.
 */
export function dataDescriptor({
  crc,
  compressedSize,
  size,
}: Pick<ZipEntry, 'crc' | 'compressedSize' | 'size'>): Buffer {
  const width = size > max32 || compressedSize > max32 ? 8 : 4;
  return packed([0x08074b50, 4], [crc, 4], [compressedSize, width], [size, width]);
}

function centralRecord(entry: ZipEntry): Buffer {
  const { name, crc, compressedSize, size, offset, described } = entry;
  // The extra field contains only the numbers that do not fit, in this order.
  const large = [size, compressedSize, offset].filter((number) => number >= max32);
  const extra = large.length > 0 ? zip64Field(...large) : Buffer.alloc(0);
  const version = large.length > 0 ? zip64Version : deflateVersion;
  const fit = (number: number) => [Math.min(number, max32), 4] as const;
  return Buffer.concat([
    packed([0x02014b50, 4], [madeBy, 2], [version, 2], [flags(described), 2], [deflated, 2], [0, 2], [firstDay, 2]),
    packed([crc, 4], fit(compressedSize), fit(size), [name.length, 2], [extra.length, 2], [0, 2], [0, 2], [0, 2]),
    packed([regularFile, 4], fit(offset)),
    name,
    extra,
  ]);
}

/** Returns the end of an archive: the central directory at `offset` and the records that locate it. */
export function centralDirectory(entries: readonly ZipEntry[], offset: number): Buffer {
  const directory = Buffer.concat(entries.map(centralRecord));
  const { length: count } = entries;
  const { length: size } = directory;
  const pieces: Uint8Array[] = [directory];
  if (count >= max16 || size >= max32 || offset >= max32) {
    const versions = [
      [madeBy, 2],
      [zip64Version, 2],
    ] as const;
    pieces.push(
      packed([0x06064b50, 4], [44, 8], ...versions, [0, 4], [0, 4], [count, 8], [count, 8], [size, 8], [offset, 8]),
      packed([0x07064b50, 4], [0, 4], [offset + size, 8], [1, 4]),
    );
  }
  const shown = [Math.min(count, max16), 2] as const;
  const ends = [
    [Math.min(size, max32), 4],
    [Math.min(offset, max32), 4],
  ] as const;
  pieces.push(packed([0x06054b50, 4], [0, 2], [0, 2], shown, shown, ...ends, [0, 2]));
  return Buffer.concat(pieces);
}
