import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import { distinctNames } from './zip-names.ts';
import { centralDirectory, dataDescriptor, localHeader, streamedHeader, type ZipEntry } from './zip-records.ts';

/** A file of an archive. */
export interface ZipMember {
  /** The name as logged: made harmless here. */
  readonly name: string;
  /** Where its bytes lie. */
  readonly path: string;
  /** How many there are. */
  readonly size: number;
}

/** A file up to this size is read at once: of many small ones the streams would take most of the time. */
const smallBytes = 64 * 1024;
/** A piece of a larger file. */
const pieceBytes = 256 * 1024;

/** Endings of files that are compressed already. */
const dense = /\.(?:zip|gz|bz2|xz|zst|7z|png|jpe?g|webp|gif|mp[34]|mov|webm|npz|parquet|safetensors)$/i;

const deflated = promisify(deflateRaw);

/**
 * How hard to compress a file. One that is compressed already becomes DEFLATE blocks without compression, which costs no more than
 * storing it, since Java reads no stored member whose size follows it.
 */
const levelOf = (name: string) => (dense.test(name) ? constants.Z_NO_COMPRESSION : constants.Z_BEST_SPEED);

type Sizes = Pick<ZipEntry, 'crc' | 'compressedSize' | 'size'>;

/** The compressed bytes of a large file; returns its sizes when it is read to its end. */
async function* deflatedFile(path: string, level: number): AsyncGenerator<Buffer, Sizes> {
  let crc = 0;
  let size = 0;
  let compressedSize = 0;
  async function* measured(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      crc = crc32(piece, crc);
      size += piece.length;
      yield piece;
    }
  }
  // A failure, also of a caller who leaves, ends every stream of the chain; the loop below is what hears of it.
  const output = pipeline(
    createReadStream(path, { highWaterMark: pieceBytes }),
    measured,
    createDeflateRaw({ level, chunkSize: pieceBytes }),
    () => {},
  );
  for await (const piece of output as AsyncIterable<Buffer>) {
    compressedSize += piece.length;
    yield piece;
  }
  return { crc, size, compressedSize };
}

async function* archiveOf(members: readonly ZipMember[]): AsyncGenerator<Uint8Array> {
  const names = distinctNames(members.map(({ name }) => name));
  const entries: ZipEntry[] = [];
  let offset = 0;
  for (const [index, { path, size }] of members.entries()) {
    const start = offset;
    const level = levelOf(names[index]!);
    const name = Buffer.from(names[index]!);
    if (size <= smallBytes) {
      const bytes = await readFile(path);
      const data = await deflated(bytes, { level });
      const sizes = { crc: crc32(bytes), compressedSize: data.length, size: bytes.length };
      const whole = Buffer.concat([localHeader({ name, ...sizes }), data]);
      offset += whole.length;
      yield whole;
      entries.push({ name, ...sizes, offset: start, described: false });
    } else {
      const header = streamedHeader(name, size);
      yield header;
      const sizes = yield* deflatedFile(path, level);
      const end = dataDescriptor(sizes);
      yield end;
      offset += header.length + sizes.compressedSize + end.length;
      entries.push({ name, ...sizes, offset: start, described: true });
    }
  }
  yield centralDirectory(entries, offset);
}

/** An archive of files of any size and number, made while it is read: memory does not grow with its bytes. */
export function zipStream(members: readonly ZipMember[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(archiveOf(members)) as ReadableStream<Uint8Array>;
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
