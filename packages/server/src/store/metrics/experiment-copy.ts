import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { experimentExists } from '../../errors/service-error.ts';
import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { addTags, readTags, readText, writeText } from '../experiments/experiment-items.ts';
import { findExperiment, insertExperiment, requireExperiment } from '../experiments/experiments.ts';
import type { TextKind } from '../tables/item-tables.ts';
import { isNewBatch, type LoggedBatch } from './metric-batches.ts';
import { copiedMetrics, writeCopiedMetric } from './metric-copy.ts';

const copiedTexts: readonly TextKind[] = ['code', 'graph', 'html', 'git', 'system', 'dependencies'];

/**
 * Locks the project of an experiment until the end of the transaction, so that it is not deleted; returns its id. The
 * transaction holds the lock of the experiment.
 */
async function lockProjectOf(trx: Executor, experimentKey: string): Promise<string> {
  const { project_id: projectId } = await requireExperiment(trx, experimentKey);
  await acquireAdvisoryLock(trx, projectId);
  const isIn = (await requireExperiment(trx, experimentKey)).project_id === projectId;
  // Otherwise the project was deleted before it was locked, and the experiment is in another one.
  return isIn ? projectId : await lockProjectOf(trx, experimentKey);
}

/** Copies the output of an experiment, as it was received: a copy continues it as a resumed run does. */
async function copyOutput(trx: Executor, from: string, to: string): Promise<void> {
  await trx
    .insertInto('experiment_output')
    .columns(['experiment_key', 'part', 'lines'])
    .expression((eb) =>
      eb
        .selectFrom('experiment_output')
        .select([sql<string>`cast(${to} as text)`.as('experiment_key'), 'part', 'lines'])
        .where('experiment_key', '=', from),
    )
    .execute();
}

/** Copy of an experiment. */
export interface ExperimentCopy {
  readonly from: string;
  readonly to: string;
  /** Last step that is copied; null copies every point. */
  readonly lastStep: number | null;
  /** Batch of the request: sent again, it is a repetition. */
  readonly batch: LoggedBatch | undefined;
}

/**
 * Creates an online run that starts with the data of another one up to a step: points, parameters, other items, tags,
 * texts and output. Does nothing if the request is repeated.
 *
 * @throws ServiceError 404 if the other experiment does not exist; 400 if the key of the new one exists.
 */
export async function copyExperiment(store: Store, copy: ExperimentCopy, now: number): Promise<void> {
  const { from, to, lastStep, batch } = copy;
  const isNew = (await findExperiment(store.db, to)) === null;
  const metrics = isNew ? await copiedMetrics(store, from, lastStep) : [];
  await store.db.transaction().execute(async (trx) => {
    for (const key of [from, to].sort()) await acquireAdvisoryLock(trx, key);
    const source = await requireExperiment(trx, from);
    // A copy that takes long is requested again before its response is sent.
    if (!isNew || (await findExperiment(trx, to)) !== null) {
      if (batch !== undefined && !(await isNewBatch(trx, to, batch))) return;
      throw experimentExists(to);
    }
    const projectId = await lockProjectOf(trx, from);
    await insertExperiment(
      trx,
      { experimentKey: to, projectId, name: source.name, runId: randomUUID(), liveness: 'online', startTime: now },
      now,
    );
    if (batch !== undefined) await isNewBatch(trx, to, batch);
    for (const metric of metrics) await writeCopiedMetric(trx, metric, to);
    for (const table of ['experiment_parameters', 'experiment_others'] as const) {
      const rows = await trx.selectFrom(table).selectAll().where('experiment_key', '=', from).execute();
      for (const row of rows)
        await trx
          .insertInto(table)
          .values({ ...row, experiment_key: to })
          .execute();
    }
    await addTags(trx, to, await readTags(trx, from), now);
    for (const kind of copiedTexts) {
      const text = await readText(trx, from, kind);
      if (text !== null) await writeText(trx, to, kind, text, now);
    }
    await copyOutput(trx, from, to);
  });
}
