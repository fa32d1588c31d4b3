import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { copyWith, RestApiException } from '../client/errors.ts';
import { joinBytes } from '../client/wire-body.ts';
import type { ContentFiles } from '../experiment/contents/content-files.ts';
import { isAlone } from '../experiment/log-queue.ts';
import { canBeSentLater } from '../write-queue/outage.ts';
import { isQueued } from '../write-queue/queued-call.ts';
import { downloadFiles } from './artifact-download.ts';
import { sendingFile, wholeBytes } from './file-source.ts';

/** Reads a stream until it ends or exceeds the size of files that are read into memory. */
async function readStart(chunks: AsyncIterator<Uint8Array>): Promise<{ bytes: Uint8Array[]; isWhole: boolean }> {
  const bytes: Uint8Array[] = [];
  for (let size = 0; size <= wholeBytes; ) {
    const { value, done } = await chunks.next();
    if (done) return { bytes, isWhole: true };
    bytes.push(value);
    size += value.byteLength;
  }
  return { bytes, isWhole: false };
}

async function* continued(start: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Maximum size of a file that is copied into the queue while the service is unavailable. */
const maxQueuedBytes = 256 * 1024 * 1024;

/** Sends a file. While the service is unavailable, `send` queues a copy: the program may change or delete the file. */
const sendOrQueue: ContentFiles['sendFile'] = async ({ operation, caller }, path, options, send) => {
  try {
    return await sendingFile(path, operation, options, send);
  } catch (thrown) {
    const error = RestApiException.from(thrown, operation);
    // A small file was queued before it was sent.
    if (!canBeSentLater(error) || isQueued(error) || isAlone(caller)) throw thrown;
    const { size } = await stat(path);
    if (size <= maxQueuedBytes) return await send(new Uint8Array(await readFile(path)));
    const reason = `${path}: ${error.reason}; the file is too large to be queued (${size} of ${maxQueuedBytes} bytes)`;
    throw copyWith(error, { reason, remedy: 'Log it again when the service is available' });
  }
};

/** Access to the files of this machine. */
export const contentFiles: ContentFiles = {
  pathOf: fileURLToPath,
  sendFile: sendOrQueue,
  async sendStream(context, stream, options, send) {
    const chunks = stream[Symbol.asyncIterator]();
    const { bytes, isWhole } = await readStart(chunks);
    if (isWhole) return await send(joinBytes(bytes));
    const folder = await mkdtemp(join(tmpdir(), 'tracklens-'));
    try {
      const path = join(folder, 'content');
      await pipeline(continued(bytes, chunks), createWriteStream(path, { mode: 0o600 }));
      return await sendOrQueue(context, path, options, send);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  },
  async listFolder(path) {
    const found = await stat(path).catch(() => null);
    if (!found?.isDirectory()) return null;
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(path, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
    return { name: basename(resolve(path)), files: files.sort() };
  },
  downloadFiles,
};
