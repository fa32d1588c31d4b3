import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { bodyPieces } from './body-pieces.ts';
import { badRequest, ServiceError } from './errors.ts';
import type { FilePart, FilePartName } from './handler.ts';

const fileParts: readonly string[] = ['file', 'thumbnail', 'assetItemContent'] satisfies FilePartName[];
/** Parts that hold text: JSON metadata, a link, the parameters of a request. */
const maxTextBytes = 16 * 1024 * 1024;
/** Parts of one body; those after it are read and dropped. */
const maxParts = 72;

/** The parts of a multipart body, files on disk, and how to remove what the handler did not take. */
export interface Multipart {
  readonly parts: Readonly<Record<string, FilePart | string>>;
  discard(): Promise<void>;
}

/**
 * The pieces of a part. Whoever stops reading early leaves the stream intact: the parser waits until a part has been read to its end,
 * and for one that was destroyed it would wait without end.
 */
const piecesOf = (stream: Readable) => stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;

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
    for await (const piece of piecesOf(stream)) {
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
  for await (const piece of piecesOf(stream)) {
    size += piece.length;
    if (size > maxTextBytes) throw new ServiceError(413, `The part ${name} is larger than ${maxTextBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

async function parserOf(request: Request): Promise<BusboyInstance> {
  const contentType = request.headers.get('content-type') ?? '';
  const notMultipart = badRequest(
    `The request body is ${contentType === '' ? 'of no type' : contentType.slice(0, 100)}: send multipart/form-data`,
  );
  // The parser also reads forms of application/x-www-form-urlencoded, which hold no files.
  if (!/^multipart\/form-data\b/i.test(contentType)) throw notMultipart;
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      // Text parts too arrive as streams: clients of the wire send them with and without a file name.
      isPartAFile: () => true,
      limits: { files: maxParts, parts: maxParts },
    });
  } catch {
    throw badRequest('The request body is not multipart/form-data: its Content-Type names no boundary');
  }
}

/**
 * Reads a multipart body without holding its files in memory. Clients of the wire send text parts with and without a file
 * name: the part's own name says which it is. Parts of other names are read and dropped.
 *
 * @param folder where files go, on the file system they are to stay on.
 * @throws ServiceError 400 for a body that is no multipart, is cut short or has a file part without a file; 413 for a long text part.
 */
export async function readMultipart(request: Request, names: readonly string[], folder: string): Promise<Multipart> {
  const paths: string[] = [];
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  if (request.body === null) throw badRequest('The request has no multipart body');
  const parser = await parserOf(request);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const parts: Record<string, FilePart | string> = {};
  const work: Promise<void>[] = [];
  const readPart = async (name: string, stream: Readable, fileName: string | undefined, type: string) => {
    if (!names.includes(name)) return void stream.resume();
    if (!fileParts.includes(name)) {
      parts[name] = await collectText(name, stream);
      return;
    }
    if (fileName === undefined && type !== 'application/octet-stream') {
      throw badRequest(`The part ${name} holds no file: send it with a file name`);
    }
    parts[name] = { ...(await spool(stream, folder, paths)), fileName: fileName ?? null, contentType: type };
  };
  parser.on('file', (name, stream, fileName: string | undefined, _encoding, type) => {
    // Whoever reads a part gets its error; without a listener, that of a part that nobody reads would end the process.
    stream.on('error', () => {});
    const read = readPart(name, stream, fileName, type);
    // After a failure the rest of the part must still be read, or the parser waits for that without end.
    read.catch(() => stream.resume());
    work.push(read);
  });
  try {
    await pipeline(bodyPieces(request.body), parser);
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
