import { open } from 'node:fs/promises';
import { RestApiException } from '../client/errors.ts';
import type { Part } from '../client/multipart.ts';
import type { SendingFile } from '../experiment/contents/content-files.ts';
import { limited } from './limited.ts';

/** Maximum size of files that are read into memory. */
export const wholeBytes = 4 * 1024 * 1024;
const chunkBytes = 256 * 1024;

/** A program may log thousands of files without waiting, and a system limits how many of them may be open. */
const reading = limited(16);
/** As many as there are connections. */
const sending = limited(8);

/**
 * Passes the content of a file to `send`. Small files are read into memory. Others are read as they are sent, from the
 * start for each attempt. Passes file system errors on, including those during sending.
 *
 * @throws RestApiException `invalid` when the file becomes shorter while it is sent
 */
export async function sendingFile<T>(
  path: string,
  operation: string,
  { onProgress }: SendingFile,
  send: (content: Part['content']) => Promise<T>,
): Promise<T> {
  const content = await reading(() => smallFile(path));
  if (content === null) return await sending(() => sendingLargeFile(path, operation, { onProgress }, send));
  const reply = await send(content);
  onProgress?.({ sentBytes: content.byteLength, totalBytes: content.byteLength });
  return reply;
}

/** Returns the content of a file; null if it is large. */
async function smallFile(path: string): Promise<Uint8Array | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return size <= wholeBytes ? new Uint8Array(await handle.readFile()) : null;
  } finally {
    await handle.close();
  }
}

async function sendingLargeFile<T>(
  path: string,
  operation: string,
  { onProgress }: SendingFile,
  send: (content: Part['content']) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r');
  let failure: unknown = null;
  try {
    const { size } = await handle.stat();
    const read = async function* () {
      try {
        for (let sent = 0; sent < size; ) {
          const chunk = new Uint8Array(Math.min(chunkBytes, size - sent));
          const { bytesRead } = await handle.read(chunk, 0, chunk.length, sent);
          if (bytesRead === 0) {
            const reason = `${path} changed while it was read: ${sent} bytes instead of ${size}`;
            throw RestApiException.of({ code: 'invalid', operation, reason });
          }
          yield chunk.subarray(0, bytesRead);
          sent += bytesRead;
          onProgress?.({ sentBytes: sent, totalBytes: size });
        }
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    return await send({ open: read, size });
  } catch (error) {
    // A failure to read the file causes the transport's error, so it has precedence.
    throw failure ?? error;
  } finally {
    await handle.close();
  }
}
