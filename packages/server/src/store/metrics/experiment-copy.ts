import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import type { Executor } from '../database/executor.ts';
import { addTags, readTags, readText, writeText } from '../experiments/experiment-items.ts';
import { insertExperiment, requireExperiment } from '../experiments/experiments.ts';
import { appendOutput, readOutput } from '../experiments/output-lines.ts';
import type { LoggedPoint } from '../points/logged-point.ts';
import type { TextKind } from '../tables/item-tables.ts';
import { appendToExperiment } from './metric-append.ts';
import { type MetricSummaryRow, readPoints, readSummaries } from './metric-read.ts';

const copiedTexts: readonly TextKind[] = ['code', 'graph', 'html', 'git', 'system', 'dependencies'];

/** Returns the points of a metric up to a step, and those without a step. */
async function pointsTo(trx: Executor, summary: MetricSummaryRow, lastStep: number | null): Promise<LoggedPoint[]> {
  const { values, steps, epochs, timestamps } = await readPoints(trx, summary);
  const orNull = (entry: number) => (Number.isNaN(entry) ? null : entry);
  const points = Array.from(values, (value, index) => ({
    name: summary.metric_name,
    context: summary.run_context,
    value,
    step: orNull(steps[index]!),
    epoch: orNull(epochs[index]!),
    timestamp: timestamps[index]!,
  }));
  return lastStep === null ? points : points.filter(({ step }) => step === null || step <= lastStep);
}

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

/**
 * Creates an online run that starts with the data of another one up to a step: points, parameters, other items, tags,
 * texts and output. Runs inside a transaction.
 */
export async function copyExperiment(
  trx: Executor,
  copy: { from: string; to: string; lastStep: number | null },
  runId: string,
  now: number,
): Promise<void> {
  const { from, to, lastStep } = copy;
  // Without the lock, points that are appended concurrently would be read partially.
  for (const key of [from, to].sort()) await acquireAdvisoryLock(trx, key);
  const source = await requireExperiment(trx, from);
  const projectId = await lockProjectOf(trx, from);
  await insertExperiment(
    trx,
    { experimentKey: to, projectId, name: source.name, runId, liveness: 'online', startTime: now },
    now,
  );
  // One metric at a time, to limit the memory.
  for (const summary of await readSummaries(trx, from)) {
    const points = await pointsTo(trx, summary, lastStep);
    if (points.length > 0) await appendToExperiment(trx, to, points);
  }
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
  const output = await readOutput(trx, from);
  if (output.length > 0) {
    await appendOutput(
      trx,
      to,
      output.map((line, offset) => ({ ...line, offset })),
    );
  }
}
