import { createHash, createHmac, type Hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { badRequest, notFound, ServiceError } from '../../errors/service-error.ts';
import { newId } from '../database/new-id.ts';
import type { Store } from '../database/store.ts';
import { retryMomentary } from '../disk/durable-files.ts';
import { parseExactJson } from '../tables/exact-json.ts';
import { deleteAbandonedParts, type FilePart, makeIncoming } from './incoming-files.ts';

/*
 * Multipart uploads of large files. Each part has its own URL, which needs no API key: its signature grants access.
 * An unfinished upload is stored in a subfolder of the incoming folder. The part URLs become invalid when the service
 * restarts.
 */

/** Unfinished multipart upload. */
interface PendingUpload {
  readonly requestId: string;
  /** Body of the first request, stored for the last one. */
  readonly description: unknown;
  readonly parts: number;
}

/** Signing key of the part URLs, valid for this process only. */
const secret = randomBytes(32);

const folderOf = (store: Store, requestId: string) => {
  if (!/^[0-9a-f]{32}$/.test(requestId)) throw notFound(`There is no upload ${requestId}`);
  return join(store.incomingFolder, 'parts', requestId);
};

function signature(requestId: string, part: number): string {
  return createHmac('sha256', secret).update(`${requestId}/${part}`).digest('hex');
}

/** Starts an upload; returns the path and query of each part, relative to the root URL of the service. */
export async function beginUpload(
  store: Store,
  description: unknown,
  parts: number,
  now: number,
): Promise<{ requestId: string; addresses: string[] }> {
  await deleteAbandonedParts(store, now);
  const requestId = newId();
  const folder = folderOf(store, requestId);
  await makeIncoming(store);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(
    join(folder, 'upload.json'),
    JSON.stringify({ requestId, description, parts } satisfies PendingUpload),
  );
  const addresses = Array.from(
    { length: parts },
    (_, index) => `/clientlib/asset/upload-part/${requestId}/${index + 1}?signature=${signature(requestId, index + 1)}`,
  );
  return { requestId, addresses };
}

const noSuchUpload = (requestId: string) =>
  notFound(`There is no upload ${requestId}: it was finished, cancelled or never started`);

async function readUpload(store: Store, requestId: string): Promise<PendingUpload> {
  const text = await readFile(join(folderOf(store, requestId), 'upload.json'), 'utf8').catch(() => null);
  if (text === null) throw noSuchUpload(requestId);
  return parseExactJson(text) as PendingUpload;
}

/**
 * Yields the bytes of a part, which are added to a hash.
 *
 * @throws ServiceError 400 when the client disconnects.
 */
async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of bytes) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : badRequest('The part is truncated');
  }
}

/** Stores one part and returns its ETag; a repeated part replaces the previous one. */
export async function savePart(
  store: Store,
  requestId: string,
  partNumber: string,
  sentSignature: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<string> {
  const upload = await readUpload(store, requestId);
  const part = Number(partNumber);
  const wanted = Buffer.from(signature(requestId, part));
  const offered = Buffer.from(sentSignature);
  if (offered.length !== wanted.length || !timingSafeEqual(offered, wanted)) {
    throw new ServiceError(403, 'The signature of this part address is not valid');
  }
  if (!Number.isInteger(part) || part < 1 || part > upload.parts) throw badRequest(`There is no part ${partNumber}`);
  const path = join(folderOf(store, requestId), String(part));
  // A retry of a part may overlap with the first request, which its client has given up.
  const arriving = `${path}.${newId()}`;
  const hash = createHash('md5');
  try {
    await pipeline(hashed(bytes, hash), createWriteStream(arriving, { mode: 0o600 }));
    await retryMomentary(() => rename(arriving, path));
  } catch (error) {
    await rm(arriving, { force: true });
    // The upload was finished or cancelled while the part arrived.
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? noSuchUpload(requestId) : error;
  }
  return `"${hash.digest('hex')}"`;
}

/** Uploads that are being finished, and the most recently finished ones: a client whose request timed out retries. */
const finishing = new Map<string, Promise<void>>();
const finished = new Set<string>();
const maxRemembered = 1000;

function rememberFinished(requestId: string): void {
  finished.add(requestId);
  const [oldest] = finished;
  if (finished.size > maxRemembered) finished.delete(oldest!);
}

/**
 * Joins the parts into one file, passes it to `save` and deletes the upload. Does nothing if it is already finished.
 */
export async function finishUpload(
  store: Store,
  requestId: string,
  save: (description: unknown, file: FilePart) => Promise<unknown>,
): Promise<void> {
  if (finished.has(requestId)) return;
  let finish = finishing.get(requestId);
  if (finish === undefined) {
    finish = joinParts(store, requestId, save)
      .then(() => rememberFinished(requestId))
      .finally(() => finishing.delete(requestId));
    finishing.set(requestId, finish);
  }
  await finish;
}

async function joinParts(
  store: Store,
  requestId: string,
  save: (description: unknown, file: FilePart) => Promise<unknown>,
): Promise<void> {
  const upload = await readUpload(store, requestId);
  const folder = folderOf(store, requestId);
  const path = join(folder, 'whole');
  const hash = createHash('sha256');
  let size = 0;
  async function* joined(): AsyncGenerator<Uint8Array> {
    for (let part = 1; part <= upload.parts; part++) {
      const file = join(folder, String(part));
      if ((await stat(file).catch(() => null)) === null)
        throw badRequest(`Part ${part} of ${upload.parts} was not uploaded`);
      for await (const piece of createReadStream(file) as AsyncIterable<Uint8Array>) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
    }
  }
  await pipeline(joined, createWriteStream(path, { mode: 0o600 })).catch(async (error) => {
    // The parts remain, so that the request can be retried when there is disk space.
    await rm(path, { force: true });
    throw error;
  });
  const file = { path, size, sha256: hash.digest('hex'), fileName: null, contentType: null };
  await save(upload.description, file).catch(async (error) => {
    // A rejected upload would be rejected again. After an internal error, the request can be retried.
    await rm(error instanceof ServiceError ? folder : path, { recursive: true, force: true });
    throw error;
  });
  await rm(folder, { recursive: true, force: true });
}

/** Deletes an upload that the client gave up, after waiting for it if it is being finished. */
export async function dropUpload(store: Store, requestId: string): Promise<void> {
  await finishing.get(requestId)?.catch(() => {});
  await rm(folderOf(store, requestId), { recursive: true, force: true });
}
