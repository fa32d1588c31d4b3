import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { saysFull } from '../errors.ts';
import type { FilePart } from '../handler.ts';
import { acquireAdvisoryLock } from './advisory-lock.ts';
import { makeFolder, moveFile, retryMomentary, syncFile } from './durable-files.ts';
import type { Executor, Store } from './store.ts';

/** What was uploaded, by the hash of its bytes: the same file logged by many experiments is kept once. */
export interface Content {
  /** Hex digest; also the name of the file. */
  readonly sha256: string;
  readonly size: number;
}

/** Where the bytes of a hash lie. */
export function contentPath({ folder }: Pick<Store, 'folder'>, sha256: string): string {
  return join(folder, 'assets', sha256.slice(0, 2), sha256);
}

/** Who keeps a hash and who removes it take turns, also those of several services on one folder. */
const lockKeyOf = (sha256: string) => `content ${sha256}`;

async function isWhole(path: string, size: number): Promise<boolean> {
  return (await stat(path).catch(() => null))?.size === size;
}

/**
 * Makes an uploaded file durable under its hash and runs `record`, which writes the row that refers to it, in one transaction. When
 * that fails, the file goes unless another row refers to it.
 */
export async function storeContent<T>(
  store: Store,
  part: FilePart,
  record: (trx: Executor, content: Content) => Promise<T>,
): Promise<T> {
  const { sha256, size } = part;
  const path = contentPath(store, sha256);
  // What takes long comes before the transaction, for which others wait.
  const wasWhole = await isWhole(path, size);
  if (!wasWhole) await syncFile(part.path);
  try {
    return await store.db.transaction().execute(async (trx) => {
      await acquireAdvisoryLock(trx, lockKeyOf(sha256));
      if (!(await isWhole(path, size))) {
        if (wasWhole) await syncFile(part.path);
        await makeFolder(dirname(path));
        await moveFile(part.path, path);
      }
      return await record(trx, { sha256, size });
    });
  } catch (error) {
    // Where even this fails the file lies there unused; the caller is told of the first failure.
    await releaseContents(store, [sha256]).catch(() => {});
    throw error;
  }
}

/** Those of some hashes that a row still refers to. */
export async function hashesInUse(db: Executor, hashes: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (const table of ['assets', 'asset_items'] as const) {
    const rows = await db.selectFrom(table).select('sha256').distinct().where('sha256', 'in', hashes).execute();
    for (const { sha256 } of rows) used.add(sha256!);
  }
  return used;
}

/** Names of files that are being removed. */
export const removedName = /^[0-9a-f]{64}\.removed-[0-9a-f-]{36}$/;

/**
 * Removes the file of a hash. Its name is free at once: Windows keeps a file that is being read, and its name, until the reader is done,
 * and would then remove what was uploaded under that name in the meantime.
 */
async function removeContent(store: Store, sha256: string): Promise<void> {
  const path = contentPath(store, sha256);
  const aside = `${path}.removed-${randomUUID()}`;
  try {
    await retryMomentary(() => rename(path, aside));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    // A full disk may have no space for another name.
    if (saysFull(error)) return await rm(path, { force: true });
    throw error;
  }
  await rm(aside, { force: true });
}

/** Files that go in one transaction: few enough that nobody waits long for it. */
const removedTogether = 100;

/** Removes those of some files that no row refers to; gives their number. While files are retained, none is removed. */
export async function removeUnused(store: Store, hashes: readonly string[]): Promise<number> {
  let count = 0;
  for (let from = 0; from < hashes.length; from += removedTogether) {
    const together = hashes.slice(from, from + removedTogether);
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
 * Removes the files of hashes that nothing refers to any more. Call it after the rows are gone. What a process has not removed when it
 * is ended, the sweep at the next start does.
 */
export async function releaseContents(store: Store, hashes: Iterable<string>): Promise<void> {
  // In one order, so that no two callers wait for each other.
  await removeUnused(store, [...new Set(hashes)].sort());
}

/** The bytes of a hash, from `start` to `end` inclusive. */
export function readContent(store: Store, sha256: string, range?: { start: number; end: number }) {
  return createReadStream(contentPath(store, sha256), range);
}
