import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FilePart } from '../handler.ts';
import type { Executor, Store } from './store.ts';

/** What was uploaded, by the hash of its bytes: the same file logged by many experiments is kept once. */
export interface Content {
  /** Hex digest; also the name of the file. */
  readonly sha256: string;
  readonly size: number;
}

/** Hashes that an upload has placed but not yet recorded: a deletion meanwhile must not take them away. */
const arriving = new Map<string, number>();

/** Where the bytes of a hash lie. */
export function contentPath({ folder }: Pick<Store, 'folder'>, sha256: string): string {
  return join(folder, 'assets', sha256.slice(0, 2), sha256);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Makes an uploaded file durable under its hash, then runs `record`, which writes the row that refers to it. Until `record` is
 * done the file is safe from `releaseContents`.
 */
export async function keepContent<T>(
  store: Store,
  part: FilePart,
  record: (content: Content) => Promise<T>,
): Promise<T> {
  const { sha256, size } = part;
  arriving.set(sha256, (arriving.get(sha256) ?? 0) + 1);
  try {
    const path = contentPath(store, sha256);
    const present = await stat(path).catch(() => null);
    if (present === null || present.size !== size) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await syncFile(part.path);
      await rename(part.path, path);
    }
    return await record({ sha256, size });
  } finally {
    const left = arriving.get(sha256)! - 1;
    if (left === 0) arriving.delete(sha256);
    else arriving.set(sha256, left);
  }
}

/** Whether any row still refers to a hash. */
async function inUse(db: Executor, sha256: string): Promise<boolean> {
  const asset = await db
    .selectFrom('assets')
    .select('asset_id')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  if (asset !== undefined) return true;
  const item = await db
    .selectFrom('asset_items')
    .select('asset_id')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}

/** Removes the files of hashes that nothing refers to any more. Call it after the rows are gone. */
export async function releaseContents(store: Store, hashes: Iterable<string>): Promise<void> {
  for (const sha256 of new Set(hashes)) {
    if (arriving.has(sha256) || (await inUse(store.db, sha256))) continue;
    if (!arriving.has(sha256)) await rm(contentPath(store, sha256), { force: true });
  }
}

/** The bytes of a hash, from `start` to `end` inclusive. */
export function readContent(store: Store, sha256: string, range?: { start: number; end: number }) {
  return createReadStream(contentPath(store, sha256), range);
}
