import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import type { ColumnTexts } from './column-texts.ts';
import { openDatabase } from './database.ts';
import { DiskReserve } from './disk-reserve.ts';
import { makeFolder } from './durable-files.ts';
import { FileRetention } from './file-retention.ts';
import { FragmentCache } from './fragment-cache.ts';
import type { Tables } from './schema.ts';
import { SliceQueue } from './slice-queue.ts';

const mebibyte = 1024 * 1024;

/** Statements run on this: the database itself, or a transaction of it. */
export type Executor = Kysely<Tables> | Transaction<Tables>;

/** The data folder, open. */
export interface Store {
  readonly db: Kysely<Tables>;
  readonly dialect: 'sqlite' | 'postgres';
  /** Absolute path. */
  readonly folder: string;
  /** Where uploads lie until a handler takes them; on the file system of the data. */
  readonly incomingFolder: string;
  /** Metrics of charts as ready JSON. */
  readonly fragments: FragmentCache<Uint8Array>;
  /** Chunks of metrics as JSON, of charts of every point. */
  readonly columnTexts: FragmentCache<ColumnTexts>;
  /** While it is active the files of assets stay, also those whose rows are deleted. */
  readonly retention: FileRetention;
  /** Space that deletions get on a full disk; null where the database is not on it. */
  readonly reserve: DiskReserve | null;
  /** Writes a consistent copy of the database to a file; null for PostgreSQL. */
  readonly copyDatabase: ((path: string) => Promise<void>) | null;
  /** Runs long reads in slices. */
  readonly longReads: SliceQueue;
  /** Resolves when all that was committed before is on the disk: what is acknowledged survives a power loss. */
  synced(): Promise<void>;
  /** Does nothing the second time. */
  close(): Promise<void>;
}

/** The same store for work that may be lost in a power loss, since it is then done again. */
export function withoutSync(store: Store): Store {
  return { ...store, synced: () => Promise.resolve() };
}

/** Where the data lies. */
export interface StoreOptions {
  readonly folder: string;
  /** `postgres://…`; without it, a SQLite file in the folder. */
  readonly databaseUrl?: string;
}

/**
 * Opens a data folder, making what is absent.
 *
 * @throws Error when another process holds the folder, or a newer version wrote it.
 */
export async function openStore({ folder, databaseUrl }: StoreOptions): Promise<Store> {
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
    synced: () => database.synced(),
    close: async () => {
      if (closed) return;
      closed = true;
      await reserve?.settled();
      await database.close();
    },
  };
}
