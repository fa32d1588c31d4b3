import { noSuchExperiment } from '../errors.ts';
import { acquireAdvisoryLock } from './advisory-lock.ts';
import { type ExperimentRow, requireExperiment } from './experiments.ts';
import type { Executor, Store } from './store.ts';

/**
 * Holds an experiment inside a transaction: until that ends nobody else changes it, and nobody deletes it. What adds a row to an
 * experiment holds it first, or the row would outlive a deletion that runs beside.
 *
 * @throws ServiceError 404 when the experiment is absent.
 */
export async function lockExperiment(trx: Executor, experimentKey: string): Promise<ExperimentRow> {
  await acquireAdvisoryLock(trx, experimentKey);
  return await requireExperiment(trx, experimentKey);
}

/**
 * Holds several, in one order, so that no two callers wait for each other.
 *
 * @throws ServiceError 404 when one of them is absent.
 */
export async function lockExperiments(trx: Executor, experimentKeys: Iterable<string>): Promise<ExperimentRow[]> {
  const keys = [...new Set(experimentKeys)].sort();
  for (const key of keys) await acquireAdvisoryLock(trx, key);
  if (keys.length === 0) return [];
  const rows = await trx.selectFrom('experiments').selectAll().where('experiment_key', 'in', keys).execute();
  const rowOf = new Map(rows.map((row) => [row.experiment_key, row]));
  return keys.map((key) => {
    const row = rowOf.get(key);
    if (row === undefined) throw noSuchExperiment(key);
    return row;
  });
}

/**
 * Changes one experiment in a transaction that no other change of it runs beside.
 *
 * @throws ServiceError 404 when the experiment is absent.
 */
export async function withExperimentLock<T>(
  store: Store,
  experimentKey: string,
  change: (trx: Executor) => Promise<T>,
): Promise<T> {
  return await store.db.transaction().execute(async (trx) => {
    await lockExperiment(trx, experimentKey);
    return await change(trx);
  });
}
