import { sql } from 'kysely';
import { requireExperiment } from './experiments.ts';
import type { Executor, Store } from './store.ts';

/**
 * Lets transactions that name the same thing run one after the other, so that what is read in one stays true until it ends. SQLite
 * runs transactions one by one; PostgreSQL is told which ones to.
 */
export async function takeTurn(trx: Executor, dialect: Store['dialect'], name: string): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/**
 * Changes one experiment in a transaction that no other change of it runs beside.
 *
 * @throws ServiceError 404 when the experiment is absent.
 */
export async function changeExperiment<T>(
  store: Store,
  experimentKey: string,
  change: (trx: Executor) => Promise<T>,
): Promise<T> {
  return await store.db.transaction().execute(async (trx) => {
    await takeTurn(trx, store.dialect, experimentKey);
    await requireExperiment(trx, experimentKey);
    return await change(trx);
  });
}
