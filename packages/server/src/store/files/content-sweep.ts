import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../database/store.ts';
import { hashesInUse, removedName, removeUnused } from './contents.ts';
import { identifyFolder } from './folder-identity.ts';

const hash = /^[0-9a-f]{64}$/;
/** Number of files that one query looks up. */
const lookedUpTogether = 100;

/**
 * Yields the content files of a data folder in batches of at most 100 hashes: the hashes, and the paths of files with
 * an unfinished removal.
 */
export async function* contentFiles(folder: string): AsyncGenerator<{ hashes: string[]; removed: string[] }> {
  const assets = join(folder, 'assets');
  const prefixes = (await readdir(assets).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name));
  let hashes: string[] = [];
  let removed: string[] = [];
  for (const prefix of prefixes.sort()) {
    for (const name of await readdir(join(assets, prefix)).catch(() => [])) {
      if (hash.test(name) && name.startsWith(prefix)) hashes.push(name);
      else if (removedName.test(name)) removed.push(join(assets, prefix, name));
      if (hashes.length < lookedUpTogether) continue;
      yield { hashes, removed };
      hashes = [];
      removed = [];
    }
  }
  yield { hashes, removed };
}

/**
 * Removes the files of uploads that were never recorded and of unfinished deletions, which remain when the process is
 * killed. Safe during uploads: a file is removed in a transaction that finds no row that refers to it.
 *
 * @returns null, without removing anything, if the files do not belong to this database.
 * @throws ServiceError 503 if the data folder was moved or deleted.
 */
export async function sweepContents(store: Store, ending?: AbortSignal): Promise<{ removed: number } | null> {
  await store.ensureInPlace();
  if (!(await identifyFolder(store))) return null;
  let count = 0;
  for await (const { hashes, removed } of contentFiles(store.folder)) {
    if (ending?.aborted) break;
    await Promise.all(removed.map((path) => rm(path, { force: true })));
    if (hashes.length === 0) continue;
    const used = await hashesInUse(store.db, hashes);
    const unused = hashes.filter((sha256) => !used.has(sha256));
    if (unused.length > 0) count += await removeUnused(store, unused);
  }
  // Written by version 0.1 for the files that this sweep now removes.
  await rm(join(store.folder, 'releases'), { recursive: true, force: true });
  return { removed: count };
}
