import { isDiskFull } from '../../errors/service-error.ts';
import { deleting } from '../database/deletion.ts';
import type { Executor } from '../database/executor.ts';
import { pause } from '../database/slice-queue.ts';
import { slicesOf } from '../database/slices.ts';
import type { Store } from '../database/store.ts';
import { lockExperiments, lockExperimentsOf } from '../experiments/experiment-lock.ts';
import { experimentContents } from '../files/assets.ts';
import { releaseContents } from '../files/contents.ts';
import { areaSchemas, type Tables } from '../tables/schema.ts';
import { deleteAssets } from './retained-files.ts';

async function emptyTables(trx: Executor, experimentKeys: readonly string[]): Promise<void> {
  await deleteAssets(trx, experimentKeys);
  for (const table of areaSchemas.flatMap((area) => area.byExperiment)) {
    if (table === 'assets') continue;
    await trx
      .deleteFrom(table as 'experiments' & keyof Tables)
      .where('experiment_key', 'in', experimentKeys)
      .execute();
  }
}

/**
 * Number of experiments deleted in one transaction. PostgreSQL supports a few thousand locks, and SQLite allows other
 * writes only between transactions.
 */
const removedTogether = 100;

/** Locks experiments in a transaction; returns the keys of those to delete. */
type LockRemoved = (trx: Executor, experimentKeys: readonly string[]) => Promise<string[]>;

async function removeTogether(store: Store, experimentKeys: readonly string[], lock: LockRemoved): Promise<void> {
  const remove = async (trx: Executor) => {
    const keys = await lock(trx, experimentKeys);
    if (keys.length === 0) return [];
    const gone = await experimentContents(trx, keys);
    await emptyTables(trx, keys);
    return gone;
  };
  const contents = await deleting(store, remove).catch((error: unknown) => {
    if (!isDiskFull(error) || experimentKeys.length === 1) throw error;
    return null;
  });
  if (contents !== null) return await releaseContents(store, contents);
  // The disk has no space to delete all of them at once; each deletion frees some.
  for (const key of experimentKeys) await removeTogether(store, [key], lock);
}

async function removeInBatches(store: Store, experimentKeys: readonly string[], lock: LockRemoved): Promise<void> {
  for (const keys of slicesOf(experimentKeys, removedTogether)) {
    await removeTogether(store, keys, lock);
    // Lets the service handle other requests between batches.
    await pause();
  }
}

/**
 * Deletes experiments with everything logged to them, except the files of registered models and artifacts; throws 404
 * if one does not exist. Deletes in batches: if a later batch fails, the earlier ones stay deleted.
 */
export async function removeExperiments(store: Store, experimentKeys: readonly string[]): Promise<void> {
  await removeInBatches(store, experimentKeys, async (trx, keys) =>
    (await lockExperiments(trx, keys)).map((row) => row.experiment_key),
  );
}

/** Deletes the experiments of a project, as `removeExperiments` does, except those that are moved meanwhile. */
export async function removeExperimentsOf(store: Store, projectId: string): Promise<void> {
  const rows = await store.db
    .selectFrom('experiments')
    .select('experiment_key')
    .where('project_id', '=', projectId)
    .execute();
  const experimentKeys = rows.map((row) => row.experiment_key);
  await removeInBatches(store, experimentKeys, (trx, keys) => lockExperimentsOf(trx, projectId, keys));
}
