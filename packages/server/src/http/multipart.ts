import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { badRequest, ServiceError } from '../errors/service-error.ts';
import type { FilePart } from '../store/files/incoming-files.ts';
import { type BodyPace, bodyPace, bodyPieces } from './body-pieces.ts';

/** Parts that contain a file; the others contain short text. */
export type FilePartName = 'file' | 'thumbnail' | 'assetItemContent';

const fileParts: readonly string[] = ['file', 'thumbnail', 'assetItemContent'] satisfies FilePartName[];
/** Maximum size of a part that contains text: JSON metadata, a link, the parameters of a request. */
const maxTextBytes = 16 * 1024 * 1024;
/** Maximum number of parts of a body; further ones are read and discarded. */
const maxParts = 72;

/**
 * Parts of a multipart body, with files on disk, and a function that removes the files that the handler did not move.
 */
export interface Multipart {
  readonly parts: Readonly<Record<string, FilePart | string>>;
  discard(): Promise<void>;
}

/**
 * Yields the chunks of a part. Leaving the loop early does not destroy the stream: the parser waits until a part has
 * been read to its end, and would wait for a destroyed one forever.
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
  // The parser also reads application/x-www-form-urlencoded, which contains no files.
  if (!/^multipart\/form-data\b/i.test(contentType)) throw notMultipart;
  const { Busboy } = (await import('@fastify/busboy')).default;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      // Text parts also arrive as streams: clients send them with and without a file name.
      isPartAFile: () => true,
      limits: { files: maxParts, parts: maxParts },
    });
  } catch {
    throw badRequest('The request body is not multipart/form-data: its Content-Type has no boundary');
  }
}

/**
 * Reads a multipart body without buffering its files in memory. Clients send text parts with and without a file name,
 * so the name of a part decides its kind. Parts with other names are read and discarded.
 *
 * @param folder existing folder of the files, on the file system of their final location.
 * @throws ServiceError 400 for a body that is not multipart, is cut short or has a file part without a file; 408 for
 * one that arrives too slowly; 413 for a text part that is too long.
 */
export async function readMultipart(
  request: Request,
  names: readonly string[],
  folder: string,
  pace: BodyPace = bodyPace,
): Promise<Multipart> {
  const paths: string[] = [];
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  if (request.body === null) throw badRequest('The request has no multipart body');
  const parser = await parserOf(request);
  const parts: Record<string, FilePart | string> = {};
  const streams: Readable[] = [];
  const work: Promise<void>[] = [];
  const readPart = async (name: string, stream: Readable, fileName: string | undefined, type: string) => {
    if (!names.includes(name)) return void stream.resume();
    if (!fileParts.includes(name)) {
      parts[name] = await collectText(name, stream);
      return;
    }
    if (fileName === undefined && type !== 'application/octet-stream') {
      throw badRequest(`The part ${name} has no file: send it with a file name`);
    }
    parts[name] = { ...(await spool(stream, folder, paths)), fileName: fileName ?? null, contentType: type };
  };
  parser.on('file', (name, stream, fileName: string | undefined, _encoding, type) => {
    // The reader of a part receives its error. Without a listener, an error of a part that nobody reads would end the
    // process.
    stream.on('error', () => {});
    streams.push(stream);
    const read = readPart(name, stream, fileName, type);
    // After a failure the rest of the part must still be read, or the parser waits for it forever.
    read.catch(() => stream.resume());
    work.push(read);
  });
  try {
    await pipeline(bodyPieces(request.body, pace), parser);
    await Promise.all(work);
  } catch (error) {
    // The parser does not end the part that it was reading when its input failed.
    for (const stream of streams) stream.destroy(error as Error);
    await Promise.allSettled(work);
    await discard();
    // A full disk is the service's failure; a malformed or interrupted body is the client's.
    if (error instanceof ServiceError || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw badRequest('The multipart body is truncated or malformed');
  }
  return { parts, discard };
}
