import { requireExperiment } from './experiments.ts';
import type { Executor, Store } from './store.ts';
import { takeTurn } from './turns.ts';

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
    await takeTurn(trx, experimentKey);
    await requireExperiment(trx, experimentKey);
    return await change(trx);
  });
}
