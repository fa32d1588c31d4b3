import { noSuchExperiment } from '../../errors/service-error.ts';
import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';
import { requireExperiment } from './experiments.ts';

/**
 * Locks an experiment until the end of the transaction, so that no other transaction changes or deletes it. Code that
 * adds a row to an experiment must lock it first, or the row could remain after a concurrent deletion.
 *
 * @throws ServiceError 404 if the experiment does not exist.
 */
export async function lockExperiment(trx: Executor, experimentKey: string): Promise<ExperimentRow> {
  await acquireAdvisoryLock(trx, experimentKey);
  return await requireExperiment(trx, experimentKey);
}

/** Locks the keys of experiments, in sorted order, so that concurrent callers cannot deadlock; returns them sorted. */
async function lockKeys(trx: Executor, experimentKeys: Iterable<string>): Promise<string[]> {
  const keys = [...new Set(experimentKeys)].sort();
  for (const key of keys) await acquireAdvisoryLock(trx, key);
  return keys;
}

/**
 * Locks several experiments.
 *
 * @throws ServiceError 404 if one of them does not exist.
 */
export async function lockExperiments(trx: Executor, experimentKeys: Iterable<string>): Promise<ExperimentRow[]> {
  const keys = await lockKeys(trx, experimentKeys);
  if (keys.length === 0) return [];
  const rows = await trx.selectFrom('experiments').selectAll().where('experiment_key', 'in', keys).execute();
  const rowOf = new Map(rows.map((row) => [row.experiment_key, row]));
  return keys.map((key) => {
    const row = rowOf.get(key);
    if (row === undefined) throw noSuchExperiment(key);
    return row;
  });
}

/** Locks several experiments; returns the keys of those that still belong to the project. */
export async function lockExperimentsOf(
  trx: Executor,
  projectId: string,
  experimentKeys: readonly string[],
): Promise<string[]> {
  const keys = await lockKeys(trx, experimentKeys);
  const rows = await trx
    .selectFrom('experiments')
    .select('experiment_key')
    .where('experiment_key', 'in', keys)
    .where('project_id', '=', projectId)
    .execute();
  return rows.map((row) => row.experiment_key);
}

/**
 * Runs a change in a transaction that holds the lock of the experiment.
 *
 * @throws ServiceError 404 if the experiment does not exist.
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
