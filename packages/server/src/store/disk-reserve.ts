import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { saysFull } from '../errors.ts';
import type { Executor, Store } from './store.ts';

const mebibyte = 1024 * 1024;
/** Space for the log of a deletion. */
const reservedBytes = 8 * mebibyte;

/** A file that holds disk space, to be given up for what frees more: a deletion needs space for the log of the database. */
export class DiskReserve {
  readonly #path: string;
  readonly #folder: string;
  #filling: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'reserve');
  }

  /** Takes the space, unless it is taken or the disk has hardly more. Never fails: a full disk has no reserve. */
  fill(): Promise<void> {
    this.#filling = this.#filling.then(() => this.#fill()).catch(() => rm(this.#path, { force: true }).catch(() => {}));
    return this.#filling;
  }

  async #fill(): Promise<void> {
    if ((await stat(this.#path).catch(() => null))?.size === reservedBytes) return;
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < 2 * reservedBytes) return;
    const file = await open(this.#path, 'w', 0o600);
    try {
      // Random: zeros take no space on some file systems.
      const piece = randomBytes(mebibyte);
      for (let size = 0; size < reservedBytes; size += piece.length) await file.writeFile(piece);
    } finally {
      await file.close();
    }
  }

  /** Waits until no more is written to the file. */
  async settled(): Promise<void> {
    await this.#filling;
  }

  /** Frees the space; false where there was none. */
  async release(): Promise<boolean> {
    await this.#filling;
    return await rm(this.#path).then(
      () => true,
      () => false,
    );
  }
}

/** Runs a transaction that deletes. On a full disk it gets the reserved space, and is run again. */
export async function deleting<T>(store: Store, work: (trx: Executor) => Promise<T>): Promise<T> {
  const { db, reserve } = store;
  try {
    const done = await db.transaction().execute(work);
    // It was given up for an earlier deletion, perhaps, and what is freed now makes space for it.
    void reserve?.fill();
    return done;
  } catch (error) {
    if (reserve === null || !saysFull(error)) throw error;
  }
  const done = await db.transaction().execute(async (trx) => {
    // In the transaction, so that no other write takes the space.
    await reserve.release();
    return await work(trx);
  });
  // The log gives back what it took.
  await sql`pragma wal_checkpoint(truncate)`.execute(db).catch(() => {});
  return done;
}
