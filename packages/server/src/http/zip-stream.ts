import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import { chunkedReply } from './reply.ts';
import { distinctNames } from './zip-names.ts';
import { centralDirectory, dataDescriptor, localHeader, streamedHeader, type ZipEntry } from './zip-records.ts';

/** File to add to an archive. */
export interface ZipMember {
  /** Name as logged; it is sanitized here. */
  readonly name: string;
  /** Path of the file on disk. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
}

/** A file up to this size is read at once: with many small files, streams would take most of the time. */
const smallBytes = 64 * 1024;
/** Chunk size of larger files. */
const pieceBytes = 256 * 1024;

/** Extensions of files that are already compressed. */
const dense = /\.(?:zip|gz|bz2|xz|zst|7z|png|jpe?g|webp|gif|mp[34]|mov|webm|npz|parquet|safetensors)$/i;

const deflated = promisify(deflateRaw);

/**
 * Returns the compression level of a file. One that is already compressed becomes DEFLATE blocks without compression.
 * They cost no more than storing it, and Java cannot read a stored member whose size follows it.
 */
const levelOf = (name: string) => (dense.test(name) ? constants.Z_NO_COMPRESSION : constants.Z_BEST_SPEED);

type Sizes = Pick<ZipEntry, 'crc' | 'compressedSize' | 'size'>;

/** Yields the compressed bytes of a large file; returns its sizes at the end. */
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
  // An error, or a caller that stops reading, destroys every stream of the pipeline; the loop below receives the
  // error.
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

/**
 * Returns an archive of files of any size and number, generated while it is read: memory use does not depend on its
 * size.
 */
export function zipStream(members: readonly ZipMember[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(archiveOf(members)) as ReadableStream<Uint8Array>;
}

/** Returns an archive as a response. */
export function zipReply(members: readonly ZipMember[], fileName: string): Response {
  return chunkedReply(zipStream(members), {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    'x-content-type-options': 'nosniff',
  });
}
