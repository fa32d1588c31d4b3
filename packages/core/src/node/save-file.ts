import { randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRestApiException, RestApiException } from '../client/errors.ts';
import type { WireBody } from '../client/transport.ts';

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
 * Fetches a file into a hidden one beside its place and renames it when it is whole, so that nobody ever meets half of it. A
 * connection that breaks is taken up where it broke, if the service allows it. Errors of the file system pass as they are:
 * `EEXIST` when the file is there and may not be replaced.
 */
export async function saveFile(path: string, fetchFile: FetchFile, saving: SavingFile): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  if (!saving.overwrite) await mustBeFree(path);
  const partial = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.partial`);
  try {
    const handle = await open(partial, 'wx', 0o666);
    try {
      await receive(handle, fetchFile, saving);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(partial, path, saving.overwrite);
  } finally {
    await rm(partial, { force: true });
  }
}

async function mustBeFree(path: string): Promise<void> {
  // Opening with `wx` tells in the file system's own words; the empty file it makes is taken away at once.
  const handle = await open(path, 'wx');
  await handle.close();
  await rm(path);
}

/** Gives the finished file its name. A link fails where the name is taken, a rename would not. */
async function place(partial: string, path: string, overwrite: boolean): Promise<void> {
  if (overwrite) return await rename(partial, path);
  try {
    await link(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // A file system without links.
    await mustBeFree(path);
    await rename(partial, path);
  }
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
