import { sql } from 'kysely';
import { isDiskFull } from '../../errors/service-error.ts';
import type { Executor } from './executor.ts';
import type { Store } from './store.ts';

/** Runs a transaction that deletes. If the disk is full, releases the reserve and runs it again. */
export async function deleting<T>(store: Store, work: (trx: Executor) => Promise<T>): Promise<T> {
  const { db, reserve } = store;
  try {
    const done = await db.transaction().execute(work);
    // An earlier deletion may have released the reserve; this one has freed space for it.
    void reserve?.fill();
    return done;
  } catch (error) {
    if (reserve === null || !isDiskFull(error)) throw error;
  }
  const done = await db.transaction().execute(async (trx) => {
    // Inside the transaction, so that no other write uses the space.
    await reserve.release();
    return await work(trx);
  });
  // Truncates the log to free its space.
  await sql`pragma wal_checkpoint(truncate)`.execute(db).catch(() => {});
  return done;
}
