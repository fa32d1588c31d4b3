import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseWireJson } from '@tracklens/core/contract';
import { badRequest, ServiceError } from './errors.ts';

const decompress = promisify(gunzip);

/** Bytes that a JSON body may have, after decompression too: what a small archive unpacks to is bounded. */
export const maxJsonBytes = 64 * 1024 * 1024;

const tooLarge = (limit: number) => new ServiceError(413, `The request body is larger than ${limit} bytes`);

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > limit) throw tooLarge(limit);
    return new Uint8Array(await request.arrayBuffer());
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.byteLength;
    if (size > limit) throw tooLarge(limit);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function decode(bytes: Uint8Array, encoding: string, limit: number): Promise<Uint8Array> {
  if (encoding === '' || encoding === 'identity') return bytes;
  if (encoding !== 'gzip') throw new ServiceError(415, `Content-Encoding ${encoding} is not understood; send gzip`);
  try {
    return await decompress(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw badRequest('The request body is not valid gzip');
  }
}

/** A whole number of a parameter or another item that has more digits than a number here can hold. */
const longWhole = /("(?:parameterValue|value)"\s*:\s*)(-?\d{16,})(?![\d.eE])/g;

/** Such a number as text: it is kept as text anyway, and a seed of 64 bits must not lose its last digits. */
const withLongWholes = (json: string) => json.replace(longWhole, '$1"$2"');

/** The JSON body of a request, decompressed; undefined when there is none. */
export async function readJson(request: Request, limit = maxJsonBytes): Promise<unknown> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const sent = await readBytes(request, limit).catch((error: unknown) => {
    // A client that goes away amid its request is no failure of ours.
    throw error instanceof ServiceError ? error : badRequest('The request body is cut short');
  });
  const bytes = await decode(sent, encoding, limit);
  if (bytes.byteLength === 0) return undefined;
  try {
    return parseWireJson(
      withLongWholes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')),
    );
  } catch {
    throw badRequest('The request body is not valid JSON');
  }
}
