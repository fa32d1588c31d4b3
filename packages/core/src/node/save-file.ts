import type { FileHandle } from 'node:fs/promises';
import { isRestApiException, RestApiException } from '../client/errors.ts';
import { textArgument } from '../client/given-argument.ts';
import type { WireBody } from '../client/transport.ts';
import { writeWhole } from './whole-file.ts';

/** A file's answer, whole or from a byte on. */
export interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireBody;
}

/** How a file is fetched: from its start, or with the headers that ask for its rest. */
export type FetchFile = (headers: Readonly<Record<string, string>>) => Promise<FileAnswer>;

/** How a file is kept. */
export interface SavingFile {
  readonly operation: string;
  /** Whether a file that is there may be replaced. */
  readonly overwrite: boolean;
  readonly onProgress?:
    | ((progress: { readonly receivedBytes: number; readonly totalBytes: number | null }) => void)
    | undefined;
}

/** Times that a broken download is taken up again. */
const resumptions = 3;

/**
 * Fetches a file; it appears when it is whole. A connection that breaks is taken up where it broke, if the service allows it. Errors
 * of the file system pass as they are: `EEXIST` when the file is there and may not be replaced.
 */
export async function saveFile(path: string, fetchFile: FetchFile, saving: SavingFile): Promise<void> {
  textArgument(saving.operation, 'outputPath', path);
  await writeWhole(path, saving.overwrite, async (handle) => {
    await receive(handle, fetchFile, saving);
    await handle.sync();
  });
}

const countOf = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));

async function receive(handle: FileHandle, fetchFile: FetchFile, saving: SavingFile): Promise<void> {
  let at = 0;
  let total: number | null = null;
  let tag: string | undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      const rest = at > 0 && tag !== undefined;
      const answer = await fetchFile(rest ? { range: `bytes=${at}-` } : {});
      const continues = rest && answer.status === 206 && answer.headers.etag === tag;
      if (!continues) {
        at = 0;
        await handle.truncate(0);
        if (answer.status !== 200) throw incomplete(saving.operation, at, total);
        tag = answer.headers.etag;
        total = countOf(answer.headers['content-length']);
      }
      for await (const piece of answer.body) {
        await writeAll(handle, piece, at);
        at += piece.byteLength;
        saving.onProgress?.({ receivedBytes: at, totalBytes: total });
      }
      if (total === null || at === total) return;
      throw incomplete(saving.operation, at, total);
    } catch (error) {
      const broken = isRestApiException(error) && error.code === 'unreachable';
      if (!broken || attempt >= resumptions)
        throw isRestApiException(error) ? RestApiException.from(error, saving.operation) : error;
    }
  }
}

async function writeAll(handle: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < piece.byteLength; ) {
    const { bytesWritten } = await handle.write(piece, written, piece.byteLength - written, position + written);
    written += bytesWritten;
  }
}

function incomplete(operation: string, received: number, total: number | null): RestApiException {
  const reason = `the file broke off after ${received}${total === null ? '' : ` of ${total}`} bytes`;
  return RestApiException.from({ code: 'unreachable', operation, reason });
}
