import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { type Field, zipRecord } from './zip-record.ts';

/** A file of an archive. */
export interface ZipMember {
  /** The name as logged: made harmless here. */
  readonly name: string;
  /** Where its bytes lie. */
  readonly path: string;
}

/** Endings of files that are compressed already. */
const dense = /\.(?:zip|gz|bz2|xz|zst|7z|png|jpe?g|webp|gif|mp[34]|mov|webm|npz|parquet|safetensors)$/i;

/** A name that stays inside the folder it is unpacked in: no drive, no root, no step up, no character that ends it. */
export function memberName(name: string): string {
  const segments = name
    .replaceAll('\0', '_')
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const inside = segments.join('/').replace(/^(?:[A-Za-z]:\/?)+/, '');
  return inside || 'file';
}

/** Names that are one file to some file systems have one of these. */
const folded = (name: string) => name.normalize('NFC').toLowerCase();

/** The folders that a name lies in. */
function* foldersOf(name: string): Generator<string> {
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) yield name.slice(0, at);
}

/**
 * Names in the order given, one that is taken with a number before its ending: unpacking must lose nothing, also where `A` and `a`
 * are one file. Taken is also what is a folder of others.
 */
export function distinctNames(names: readonly string[]): string[] {
  const harmless = names.map(memberName);
  const taken = new Set(harmless.flatMap((name) => [...foldersOf(folded(name))]));
  const copies = new Map<string, number>();
  return harmless.map((name) => {
    const wanted = folded(name);
    let copy = copies.get(wanted) ?? 0;
    let free = numbered(name, copy);
    while (taken.has(folded(free))) free = numbered(name, ++copy);
    // The next of this name need not try all the numbers again.
    copies.set(wanted, copy);
    taken.add(folded(free));
    return free;
  });
}

const numbered = (name: string, copy: number) =>
  copy === 0 ? name : name.replace(/(\.[^./]*)?$/, (ending) => ` (${copy})${ending}`);

/** From where on numbers of an archive are written in the longer fields of ZIP64. */
export interface ZipLimits {
  readonly bytes: number;
  readonly entries: number;
}

const shortFields: ZipLimits = { bytes: 0xffffffff, entries: 0xffff };
/** Packed, what cannot be packed grows a little. */
const growth = 1.001;
const stored = 0;
const deflated = 8;
/** The sizes follow the data, and names are UTF-8. */
const flags = 0x0808;
const plainVersion = 20;
const longVersion = 45;
/** 1980-01-01, the first day that an archive knows: the same files give the same bytes. */
const firstDay = 0x21;
const longExtra = 1;

/** What was written of a file, from where to where. */
interface Written {
  readonly name: Buffer;
  readonly method: number;
  readonly offset: number;
  readonly end: number;
  readonly isLong: boolean;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
}

const extraOf = (values: readonly number[]): Buffer =>
  values.length === 0
    ? Buffer.alloc(0)
    : zipRecord([[2, longExtra], [2, values.length * 8], ...values.map((value): Field => [8, value])]);

/** One file: its header, its bytes as they are read, and their sizes. */
async function* fileParts(
  name: Buffer,
  { path }: ZipMember,
  offset: number,
  limits: ZipLimits,
): AsyncGenerator<Uint8Array, Written> {
  const method = dense.test(name.toString()) ? stored : deflated;
  const isLong = (await stat(path)).size * growth >= limits.bytes;
  const extra = extraOf(isLong ? [0, 0] : []);
  const unknown: Field = [4, isLong ? 0xffffffff : 0];
  const header = Buffer.concat([
    zipRecord([
      [4, 0x04034b50],
      [2, isLong ? longVersion : plainVersion],
      [2, flags],
      [2, method],
      [2, 0],
      [2, firstDay],
      [4, 0],
      unknown,
      unknown,
      [2, name.length],
      [2, extra.length],
    ]),
    name,
    extra,
  ]);
  yield header;
  let checksum = 0;
  let size = 0;
  let packed = 0;
  async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      checksum = crc32(piece, checksum);
      size += piece.length;
      yield piece;
    }
  }
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const pieces =
    method === stored
      ? counted(file)
      : // An error of any of them reaches whoever reads the last.
        (pipeline(file, counted, createDeflateRaw({ level: constants.Z_BEST_SPEED }), () => {}) as Readable);
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    packed += piece.length;
    yield piece;
  }
  const length = isLong ? 8 : 4;
  const sizes = zipRecord([
    [4, 0x08074b50],
    [4, checksum],
    [length, packed],
    [length, size],
  ]);
  yield sizes;
  return { name, method, offset, end: offset + header.length + packed + sizes.length, isLong, checksum, packed, size };
}

/** What the directory at the end says of a file. */
function directoryEntry({ name, method, offset, isLong, checksum, packed, size }: Written, limits: ZipLimits): Buffer {
  const isFar = offset >= limits.bytes;
  const extra = extraOf([...(isLong ? [size, packed] : []), ...(isFar ? [offset] : [])]);
  const version = isLong || isFar ? longVersion : plainVersion;
  const record = zipRecord([
    [4, 0x02014b50],
    [2, version],
    [2, version],
    [2, flags],
    [2, method],
    [2, 0],
    [2, firstDay],
    [4, checksum],
    [4, isLong ? 0xffffffff : packed],
    [4, isLong ? 0xffffffff : size],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, isFar ? 0xffffffff : offset],
  ]);
  return Buffer.concat([record, name, extra]);
}

/** The end of an archive: how many files there are, and where its directory lies. */
function archiveEnd(entries: number, start: number, size: number, limits: ZipLimits): Buffer {
  const isLong = entries >= limits.entries || start >= limits.bytes || size >= limits.bytes;
  const long = isLong
    ? zipRecord([
        [4, 0x06064b50],
        [8, 44],
        [2, longVersion],
        [2, longVersion],
        [4, 0],
        [4, 0],
        [8, entries],
        [8, entries],
        [8, size],
        [8, start],
        [4, 0x07064b50],
        [4, 0],
        [8, start + size],
        [4, 1],
      ])
    : Buffer.alloc(0);
  const short = zipRecord([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, isLong ? 0xffff : entries],
    [2, isLong ? 0xffff : entries],
    [4, isLong ? 0xffffffff : size],
    [4, isLong ? 0xffffffff : start],
    [2, 0],
  ]);
  return Buffer.concat([long, short]);
}

/** An archive of files of any size and number, made while it is read: memory does not grow with its bytes. */
export function zipStream(members: readonly ZipMember[], limits: ZipLimits = shortFields): ReadableStream<Uint8Array> {
  const names = distinctNames(members.map(({ name }) => name));
  async function* archive(): AsyncGenerator<Uint8Array> {
    let at = 0;
    const directory: Buffer[] = [];
    for (const [index, member] of members.entries()) {
      // Delegated, so that who leaves in the middle closes the file too.
      const written = yield* fileParts(Buffer.from(names[index]!), member, at, limits);
      directory.push(directoryEntry(written, limits));
      at = written.end;
    }
    let size = 0;
    for (const entry of directory) {
      size += entry.length;
      yield entry;
    }
    yield archiveEnd(directory.length, at, size, limits);
  }
  return ReadableStream.from(archive()) as ReadableStream<Uint8Array>;
}

/** An archive as an answer. */
export function zipReply(members: readonly ZipMember[], fileName: string): Response {
  return new Response(zipStream(members), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'x-content-type-options': 'nosniff',
    },
  });
}
