import { sql } from 'kysely';
import { requireExperiment } from './experiments.ts';
import type { Executor, Store } from './store.ts';

/**
 * Changes one experiment in a transaction that no other change of it runs beside: what is read in it stays true until it ends.
 * SQLite runs transactions one by one; PostgreSQL is told which ones to.
 *
 * @throws ServiceError 404 when the experiment is absent.
 */
export async function changeExperiment<T>(
  store: Store,
  experimentKey: string,
  change: (trx: Executor) => Promise<T>,
): Promise<T> {
  return await store.db.transaction().execute(async (trx) => {
    if (store.dialect === 'postgres') {
      await sql`select pg_advisory_xact_lock(hashtextextended(${experimentKey}, 0))`.execute(trx);
    }
    await requireExperiment(trx, experimentKey);
    return await change(trx);
  });
}
