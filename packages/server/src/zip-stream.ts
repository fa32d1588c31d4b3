import { createReadStream, type ReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type PassThrough, Readable } from 'node:stream';
import { constants } from 'node:zlib';
import { distinctNames } from './zip-names.ts';

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

/** Endings of files that are compressed already. */
const dense = /\.(?:zip|gz|bz2|xz|zst|7z|png|jpe?g|webp|gif|mp[34]|mov|webm|npz|parquet|safetensors)$/i;
/** The first day that an archive knows: the same files give the same bytes. */
const sameTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

async function* archiveOf(members: readonly ZipMember[]): AsyncGenerator<Uint8Array> {
  // Loaded when it is needed: few services ever make an archive.
  const { ZipFile } = await import('yazl');
  const names = distinctNames(members.map(({ name }) => name));
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  let file: ReadStream | undefined;
  const fail = (error: Error) => output.destroy(error);
  archive.once('error', fail);
  output.once('close', () => file?.destroy());
  for (const [index, { path, size }] of members.entries()) {
    const name = names[index]!;
    const compressionLevel = dense.test(name) ? constants.Z_NO_COMPRESSION : constants.Z_BEST_SPEED;
    archive.addReadStreamLazy(name, { ...sameTime, compressionLevel }, (give) => {
      // Whoever has left needs no more files.
      if (output.destroyed) return;
      if (size <= smallBytes) {
        void readFile(path).then((bytes) => give(null, Readable.from([bytes], { objectMode: false })), fail);
        return;
      }
      file = createReadStream(path, { highWaterMark: 256 * 1024 }).once('error', fail);
      give(null, file);
    });
  }
  archive.end();
  yield* output;
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
