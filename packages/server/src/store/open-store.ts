import { join } from 'node:path';
import { FileRetention } from './database/file-retention.ts';
import { FragmentCache } from './database/fragment-cache.ts';
import { SliceQueue } from './database/slice-queue.ts';
import type { Store } from './database/store.ts';
import { DiskReserve } from './disk/disk-reserve.ts';
import { makeFolder } from './disk/durable-files.ts';
import { openDatabase } from './open-database.ts';

const mebibyte = 1024 * 1024;

/** Location of the data, and the callback for failures. */
export interface StoreOptions {
  /** Data folder. */
  readonly folder: string;
  /** `postgres://…`. Default: a SQLite file in the folder. */
  readonly databaseUrl?: string;
  /** Called with failures of work that no request waits for. Default: they are ignored. */
  readonly onFailure?: (error: unknown, what: string) => void;
}

/**
 * Opens a data folder, creating it if it does not exist.
 *
 * @throws Error if another process uses the folder, or if a newer version wrote it.
 */
export async function openStore({ folder, databaseUrl, onFailure = () => {} }: StoreOptions): Promise<Store> {
  await makeFolder(folder);
  const database = await openDatabase(folder, databaseUrl);
  const { db, dialect } = database;
  const reserve = dialect === 'sqlite' ? new DiskReserve(folder) : null;
  let closed = false;
  return {
    db,
    dialect,
    folder,
    incomingFolder: join(folder, 'incoming'),
    fragments: new FragmentCache(64 * mebibyte),
    columnTexts: new FragmentCache(64 * mebibyte),
    retention: new FileRetention(),
    reserve,
    copyDatabase: database.copyTo,
    longReads: new SliceQueue(),
    onFailure,
    synced: () => database.synced(),
    ensureInPlace: () => database.folderCheck.ensureInPlace(),
    close: async () => {
      if (closed) return;
      closed = true;
      await reserve?.settled();
      await database.close();
    },
  };
}
