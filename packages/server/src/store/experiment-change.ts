import { noSuchExperiment } from '../errors.ts';
import { type ExperimentRow, requireExperiment } from './experiments.ts';
import type { Executor, Store } from './store.ts';
import { takeTurn } from './turns.ts';

/**
 * Holds an experiment inside a transaction: until that ends nobody else changes it, and nobody deletes it. What adds a row to an
 * experiment holds it first, or the row would outlive a deletion that runs beside.
 *
 * @throws ServiceError 404 when the experiment is absent.
 */
export async function holdExperiment(trx: Executor, experimentKey: string): Promise<ExperimentRow> {
  await takeTurn(trx, experimentKey);
  return await requireExperiment(trx, experimentKey);
}

/**
 * Holds several, in one order, so that no two callers wait for each other.
 *
 * @throws ServiceError 404 when one of them is absent.
 */
export async function holdExperiments(trx: Executor, experimentKeys: Iterable<string>): Promise<ExperimentRow[]> {
  const keys = [...new Set(experimentKeys)].sort();
  for (const key of keys) await takeTurn(trx, key);
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
export async function changeExperiment<T>(
  store: Store,
  experimentKey: string,
  change: (trx: Executor) => Promise<T>,
): Promise<T> {
  return await store.db.transaction().execute(async (trx) => {
    await holdExperiment(trx, experimentKey);
    return await change(trx);
  });
}
