import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseWireJson } from '@tracklens/core/contract';
import { badRequest, ServiceError } from '../errors/service-error.ts';
import { type BodyPace, bodyPace, bodyPieces, bodyTimeout } from './body-pieces.ts';

const decompress = promisify(gunzip);

/** Decoder that leaves out a byte order mark. */
const utf8 = new TextDecoder();

/** Maximum size of a JSON body, also after decompression, so that a small gzip cannot expand without limit. */
const maxJsonBytes = 64 * 1024 * 1024;

const tooLarge = (limit: number) => new ServiceError(413, `The request body is larger than ${limit} bytes`);

/**
 * Up to this size a body is read at once, which is faster in the adapter than a stream. It must arrive within one
 * window, since its progress is not visible: a kilobyte a second is enough.
 */
const smallBytes = 64 * 1024;

/** Resolves with the result of `work`; rejects with 408 when it takes longer. */
async function within<T>(millis: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(bodyTimeout(millis)), millis);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function collect(body: ReadableStream<Uint8Array> | null, maxBytes: number, pace: BodyPace): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bodyPieces(body, pace)) {
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function readBytes(request: Request, { maxBytes, pace }: JsonBodyLimits): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > maxBytes) throw tooLarge(maxBytes);
  if (announced !== null && Number(announced) <= smallBytes) {
    return new Uint8Array(await within(pace.windowMillis, request.arrayBuffer()));
  }
  return await collect(request.body, maxBytes, pace);
}

async function decode(bytes: Uint8Array, encoding: string, limit: number): Promise<Uint8Array> {
  if (encoding === '' || encoding === 'identity') return bytes;
  if (encoding !== 'gzip') throw new ServiceError(415, `Content-Encoding ${encoding} is not supported; send gzip`);
  try {
    return await decompress(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw badRequest('The request body is not valid gzip');
  }
}

/** Limits of a JSON body. */
export interface JsonBodyLimits {
  readonly maxBytes: number;
  readonly pace: BodyPace;
  /** Parses JSON. Default: `JSON.parse`. */
  readonly parse?: ((json: string) => unknown) | undefined;
}

/** Limits for a client that has the key. */
export const jsonBodyLimits: JsonBodyLimits = { maxBytes: maxJsonBytes, pace: bodyPace };

/** Reads, decompresses and parses the JSON body of a request; undefined when it is empty. */
export async function readJson(request: Request, limits: JsonBodyLimits = jsonBodyLimits): Promise<unknown> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const sent = await readBytes(request, limits).catch((error: unknown) => {
    // A client that disconnects during its request is not a failure of the service.
    throw error instanceof ServiceError ? error : badRequest('The request body is truncated');
  });
  const bytes = await decode(sent, encoding, limits.maxBytes);
  if (bytes.byteLength === 0) return undefined;
  const text = utf8.decode(bytes);
  try {
    return parseWireJson(text, limits.parse);
  } catch (error) {
    throw badRequest(`The request body is ${error instanceof RangeError ? 'nested too deeply' : 'not valid JSON'}`);
  }
}
