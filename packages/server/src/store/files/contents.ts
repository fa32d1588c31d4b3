import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDiskFull } from '../../errors/service-error.ts';
import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import type { Executor } from '../database/executor.ts';
import { slicesOf } from '../database/slices.ts';
import type { Store } from '../database/store.ts';
import { makeFolder, moveFile, retryMomentary, syncFile } from '../disk/durable-files.ts';
import type { FilePart } from './incoming-files.ts';

/** Uploaded content, addressed by the hash of its bytes: a file that many experiments log is stored once. */
export interface Content {
  /** Hex digest, also used as the file name. */
  readonly sha256: string;
  readonly size: number;
}

/** Returns the path of the file with a hash. */
export function contentPath({ folder }: Pick<Store, 'folder'>, sha256: string): string {
  return join(folder, 'assets', sha256.slice(0, 2), sha256);
}

/**
 * Name of the advisory lock that serializes storing and removing a hash, also between several services on one folder.
 */
const lockKeyOf = (sha256: string) => `content ${sha256}`;

async function isWhole(path: string, size: number): Promise<boolean> {
  return (await stat(path).catch(() => null))?.size === size;
}

/**
 * Makes an uploaded file durable under its hash and runs `record`, which inserts the row that refers to it, in one
 * transaction. If that fails, the file is removed unless another row refers to it.
 */
export async function storeContent<T>(
  store: Store,
  part: FilePart,
  record: (trx: Executor, content: Content) => Promise<T>,
): Promise<T> {
  const { sha256, size } = part;
  const path = contentPath(store, sha256);
  // The slow sync runs before the transaction, which blocks other writes.
  const wasWhole = await isWhole(path, size);
  if (!wasWhole) await syncFile(part.path);
  try {
    return await store.db.transaction().execute(async (trx) => {
      await acquireAdvisoryLock(trx, lockKeyOf(sha256));
      if (!(await isWhole(path, size))) {
        if (wasWhole) await syncFile(part.path);
        await store.ensureInPlace();
        await makeFolder(dirname(path));
        await moveFile(part.path, path);
      }
      return await record(trx, { sha256, size });
    });
  } catch (error) {
    // If this fails too, an unused file remains; the caller gets the first error.
    await releaseContents(store, [sha256]).catch(() => {});
    throw error;
  }
}

/** Returns the given hashes that a row still refers to. */
export async function hashesInUse(db: Executor, hashes: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (const table of ['assets', 'asset_items'] as const) {
    const rows = await db.selectFrom(table).select('sha256').distinct().where('sha256', 'in', hashes).execute();
    for (const { sha256 } of rows) used.add(sha256!);
  }
  return used;
}

/** Name pattern of files that are being removed. */
export const removedName = /^[0-9a-f]{64}\.removed-[0-9a-f-]{36}$/;

/**
 * Removes the file of a hash. Renaming it first frees its name immediately: Windows blocks the name of a file that is
 * being read until the reader closes it, and would then remove a file uploaded under that name in the meantime.
 */
async function removeContent(store: Store, sha256: string): Promise<void> {
  const path = contentPath(store, sha256);
  const aside = `${path}.removed-${randomUUID()}`;
  try {
    await retryMomentary(() => rename(path, aside));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    // A full disk may have no space for another directory entry.
    if (isDiskFull(error)) return await rm(path, { force: true });
    throw error;
  }
  await rm(aside, { force: true });
}

/** Number of files removed in one transaction: few enough not to block other writes for long. */
const removedTogether = 100;

/**
 * Removes the given files that no row refers to and returns their number. Removes nothing while files are retained.
 */
export async function removeUnused(store: Store, hashes: readonly string[]): Promise<number> {
  let count = 0;
  for (const together of slicesOf(hashes, removedTogether)) {
    await store.db.transaction().execute(async (trx) => {
      for (const sha256 of together) await acquireAdvisoryLock(trx, lockKeyOf(sha256));
      if (store.retention.active) return;
      const used = await hashesInUse(trx, together);
      const unused = together.filter((sha256) => !used.has(sha256));
      await Promise.all(unused.map((sha256) => removeContent(store, sha256)));
      count += unused.length;
    });
  }
  return count;
}

/**
 * Removes the files of hashes that are no longer referenced. Call it after the rows are deleted. If the process is
 * killed before, the sweep at the next start removes them.
 */
export async function releaseContents(store: Store, hashes: Iterable<string>): Promise<void> {
  // Sorted, so that concurrent callers cannot deadlock.
  await removeUnused(store, [...new Set(hashes)].sort());
}

/** Streams the bytes of a hash, from `start` to `end` inclusive. */
export function readContent(store: Store, sha256: string, range?: { start: number; end: number }) {
  return createReadStream(contentPath(store, sha256), range);
}
