import { open } from 'node:fs/promises';
import { RestApiException } from '../client/errors.ts';
import type { Part } from '../client/multipart.ts';

/** What an upload tells of itself. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** How a file is sent. */
export interface SendingFile {
  /** Called as bytes leave; not before the file was opened. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Files up to this size are read whole. */
const wholeBytes = 4 * 1024 * 1024;
const pieceBytes = 256 * 1024;

/**
 * Opens a file and gives its content to `send`: from memory when it is small, else read as it is sent, from its start each time.
 * Errors of the file system pass as they are, also those met while it is sent.
 *
 * @throws RestApiException `invalid` when the file changes its size meanwhile
 */
export async function sendingFile<T>(
  path: string,
  operation: string,
  { onProgress }: SendingFile,
  send: (content: Part['content']) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r');
  let failure: unknown = null;
  try {
    const { size } = await handle.stat();
    const tell = (sentBytes: number) => onProgress?.({ sentBytes, totalBytes: size });
    if (size <= wholeBytes) {
      const content = new Uint8Array(await handle.readFile());
      const reply = await send(content);
      tell(content.byteLength);
      return reply;
    }
    const read = async function* () {
      try {
        for (let sent = 0; sent < size; ) {
          const piece = new Uint8Array(Math.min(pieceBytes, size - sent));
          const { bytesRead } = await handle.read(piece, 0, piece.length, sent);
          if (bytesRead === 0) {
            const reason = `${path} changed while it was read: ${sent} bytes in place of ${size}`;
            throw RestApiException.from({ code: 'invalid', operation, reason });
          }
          yield piece.subarray(0, bytesRead);
          sent += bytesRead;
          tell(sent);
        }
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    return await send({ open: read, size });
  } catch (error) {
    // What the transport reports then is only the consequence.
    throw failure ?? error;
  } finally {
    await handle.close();
  }
}
