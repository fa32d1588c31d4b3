import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import type { ColumnTexts } from './column-texts.ts';
import { openDatabase } from './database.ts';
import { FragmentCache } from './fragment-cache.ts';
import type { Tables } from './schema.ts';

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
  /** Does nothing the second time. */
  close(): Promise<void>;
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
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { db, dialect } = await openDatabase(folder, databaseUrl);
  let closed = false;
  return {
    db,
    dialect,
    folder,
    incomingFolder: join(folder, 'incoming'),
    fragments: new FragmentCache(64 * mebibyte),
    columnTexts: new FragmentCache(64 * mebibyte),
    close: async () => {
      if (closed) return;
      closed = true;
      await db.destroy();
    },
  };
}
