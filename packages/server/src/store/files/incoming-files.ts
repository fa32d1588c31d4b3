import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../database/store.ts';

/**
 * File of a multipart body, already on disk in the data folder. It is removed after the call unless the handler moves
 * it.
 */
export interface FilePart {
  /** Absolute path, on the file system of the data folder. */
  readonly path: string;
  readonly size: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  /** File name sent by the client; some clients send a whole path. */
  readonly fileName: string | null;
  readonly contentType: string | null;
}

/**
 * Creates the folder of uploads and returns its path.
 *
 * @throws ServiceError 503 if the data folder was moved or deleted.
 */
export async function makeIncoming(store: Store): Promise<string> {
  await store.ensureInPlace();
  await mkdir(store.incomingFolder, { recursive: true, mode: 0o700 });
  return store.incomingFolder;
}

/** Age after which unfinished uploads are deleted: 1 day. */
const abandonedMillis = 24 * 60 * 60 * 1000;

/** On Windows, a file that another program has open cannot be removed immediately. */
const retried = { maxRetries: 5, retryDelay: 50 } as const;

async function deleteOlder(folder: string, limit: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < limit) await rm(path, { recursive: true, force: true, ...retried });
  }
}

/** Deletes abandoned multipart uploads. */
export async function deleteAbandonedParts(
  { incomingFolder }: Pick<Store, 'incomingFolder'>,
  now: number,
): Promise<void> {
  await deleteOlder(join(incomingFolder, 'parts'), now - abandonedMillis);
}

/** Draft files that a process writes in a data folder, each with its process id. */
const drafts = /^(?:api-key|service\.json|folder-id)\.(\d+)$/;

/** Removes the drafts of an earlier process that was killed during its start. */
async function clearDrafts({ dialect, folder }: Pick<Store, 'dialect' | 'folder'>, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = drafts.exec(name)?.[1];
    if (pid === undefined || Number(pid) === process.pid) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    const isOurs = dialect === 'sqlite' || (found !== null && found.mtimeMs < now - abandonedMillis);
    if (isOurs) await rm(join(folder, name), { force: true });
  }
}

/**
 * Deletes the uploads that an earlier process received but did not store. On PostgreSQL, other services may run on
 * the same folder: only files older than a day are certain not to be theirs.
 */
export async function clearIncoming(
  store: Pick<Store, 'dialect' | 'folder' | 'incomingFolder'>,
  now: number = Date.now(),
): Promise<void> {
  await clearDrafts(store, now);
  if (store.dialect === 'sqlite') return await rm(store.incomingFolder, { recursive: true, force: true, ...retried });
  await deleteAbandonedParts(store, now);
  await deleteOlder(store.incomingFolder, now - abandonedMillis);
}
