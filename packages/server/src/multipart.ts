import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Busboy } from 'busboy';
import { badRequest, ServiceError } from './errors.ts';
import type { FilePart, FilePartName } from './handler.ts';

const fileParts: readonly string[] = ['file', 'thumbnail', 'assetItemContent'] satisfies FilePartName[];
/** Parts that hold text: JSON metadata, a link, the parameters of a request. */
const maxTextBytes = 16 * 1024 * 1024;

/** The parts of a multipart body, files on disk, and how to remove what the handler did not take. */
export interface Multipart {
  readonly parts: Readonly<Record<string, FilePart | string>>;
  discard(): Promise<void>;
}

async function spool(
  stream: Readable,
  folder: string,
  paths: string[],
): Promise<Omit<FilePart, 'fileName' | 'contentType'>> {
  const path = join(folder, `${randomUUID()}.part`);
  paths.push(path);
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    // Where the disk is full the rest of the part must still be read, or the parser waits for that without end.
    for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(piece);
      size += piece.length;
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
  return { path, size, sha256: hash.digest('hex') };
}

async function collectText(name: string, stream: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxTextBytes) throw new ServiceError(413, `The part ${name} is larger than ${maxTextBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * Reads a multipart body without holding its files in memory. Clients of the wire send text parts with and without a file
 * name: the part's own name says which it is. Parts of other names are read and dropped.
 *
 * @param folder where files go, on the file system they are to stay on.
 */
export async function readMultipart(request: Request, names: readonly string[], folder: string): Promise<Multipart> {
  const paths: string[] = [];
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  if (request.body === null) throw badRequest('The request has no multipart body');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const parts: Record<string, FilePart | string> = {};
  const work: Promise<void>[] = [];
  const { default: busboy } = await import('busboy');
  let parser: Busboy;
  try {
    parser = busboy({
      headers: Object.fromEntries(request.headers) as { 'content-type': string },
      preservePath: true,
      defParamCharset: 'utf8',
      limits: { fieldSize: maxTextBytes, files: 8, fields: 64, parts: 72 },
    });
  } catch {
    throw badRequest('The request body is not multipart/form-data');
  }
  parser.on('file', (name, stream, info) => {
    // Who reads a part hears when it breaks off; before that, or of a part that nobody reads, it would end the process.
    stream.on('error', () => {});
    const keep = async () => {
      if (!names.includes(name)) stream.resume();
      else if (fileParts.includes(name)) {
        const file = await spool(stream, folder, paths);
        parts[name] = { ...file, fileName: info.filename ?? null, contentType: info.mimeType ?? null };
      } else parts[name] = await collectText(name, stream);
    };
    const kept = keep();
    // A failed part must not keep the parser waiting for someone to read it.
    kept.catch(() => stream.resume());
    work.push(kept);
  });
  parser.on('field', (name, text) => {
    if (names.includes(name)) parts[name] = text;
  });
  try {
    await pipeline(Readable.fromWeb(request.body as unknown as NodeReadableStream), parser);
    await Promise.all(work);
  } catch (error) {
    await Promise.allSettled(work);
    await discard();
    // A full disk is our failure; what the client sent, or stopped sending, is not.
    if (error instanceof ServiceError || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw badRequest('The multipart body is cut short or malformed');
  }
  return { parts, discard };
}
