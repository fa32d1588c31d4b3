import type { Kysely } from 'kysely';
import type { DiskReserve } from '../disk/disk-reserve.ts';
import type { ColumnTexts } from '../points/column-texts.ts';
import type { Tables } from '../tables/schema.ts';
import type { FileRetention } from './file-retention.ts';
import type { FragmentCache } from './fragment-cache.ts';
import type { SliceQueue } from './slice-queue.ts';

/** Open data folder. */
export interface Store {
  /** Database of the records. */
  readonly db: Kysely<Tables>;
  /** Kind of database. */
  readonly dialect: 'sqlite' | 'postgres';
  /** Absolute path. */
  readonly folder: string;
  /** Folder of uploads until a handler stores them; on the file system of the data. */
  readonly incomingFolder: string;
  /** Cache of chart metrics as JSON. */
  readonly fragments: FragmentCache<Uint8Array>;
  /** Cache of metric chunks as JSON, for charts of every point. */
  readonly columnTexts: FragmentCache<ColumnTexts>;
  /** While it is active, asset files are not removed, even if their rows are deleted. */
  readonly retention: FileRetention;
  /** Disk space for deletions on a full disk; null for PostgreSQL. */
  readonly reserve: DiskReserve | null;
  /** Writes a consistent copy of the database to a file; null for PostgreSQL. */
  readonly copyDatabase: ((path: string) => Promise<void>) | null;
  /** Queue that runs long reads in slices. */
  readonly longReads: SliceQueue;
  /** Called with failures of work that no request waits for. */
  readonly onFailure: (error: unknown, what: string) => void;
  /**
   * Resolves when all previous commits are on disk, so that acknowledged writes survive a power loss. Rejects if the
   * data folder was moved or deleted.
   */
  synced(): Promise<void>;
  /** Rejects with a `ServiceError` 503 if the data folder was moved or deleted: no folder must be created there. */
  ensureInPlace(): Promise<void>;
  /** Closes the store; repeated calls do nothing. */
  close(): Promise<void>;
}

/** Returns the same store without waiting for syncs, for work that is repeated after a power loss. */
export function withoutSync(store: Store): Store {
  return { ...store, synced: () => Promise.resolve() };
}
