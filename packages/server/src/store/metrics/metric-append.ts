import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { withExperimentLock } from '../experiments/experiment-lock.ts';
import type { LoggedPoint } from '../points/logged-point.ts';
import {
  chunkPoints,
  decodePoints,
  encodeSealed,
  encodeTail,
  joinPoints,
  type Points,
  slicePoints,
} from '../points/metric-chunk.ts';
import type { MetricTables } from '../tables/metric-tables.ts';
import { expireBatches, expiryWork, isNewBatch, type LoggedBatch } from './metric-batches.ts';
import { type ChunkRange, rangeOf, rangeRows } from './metric-ranges.ts';
import {
  addChunks,
  extendRanges,
  extendTails,
  findSummaries,
  findTails,
  replaceTails,
  saveSummaries,
} from './metric-writes.ts';

type Summary = MetricTables['metric_summaries'];

function byName(points: readonly LoggedPoint[]): Map<string, LoggedPoint[]> {
  const groups = new Map<string, LoggedPoint[]>();
  for (const point of points) {
    const group = groups.get(point.name);
    if (group === undefined) groups.set(point.name, [point]);
    else group.push(point);
  }
  return groups;
}

function columnsOf(points: readonly LoggedPoint[]): Points {
  const column = () => new Float64Array(points.length);
  const columns = { values: column(), steps: column(), epochs: column(), timestamps: column() };
  // Faster than `Float64Array.from`, which would use an iterator and call a function for each entry of each column.
  for (let index = 0; index < points.length; index++) {
    const { value, step, epoch, timestamp } = points[index]!;
    columns.values[index] = value;
    columns.steps[index] = step ?? Number.NaN;
    columns.epochs[index] = epoch ?? Number.NaN;
    columns.timestamps[index] = timestamp;
  }
  return columns;
}

/**
 * Returns the summary of a metric after appending points. The current value is that of the last time, and among points
 * of the same time the one appended last: a client may send earlier points later.
 */
export function summarize(experimentKey: string, before: Summary | undefined, points: readonly LoggedPoint[]): Summary {
  const first = points[0]!;
  const summary: Summary = before ?? {
    experiment_key: experimentKey,
    metric_name: first.name,
    run_context: first.context,
    total: 0,
    sealed: 0,
    value_current: null,
    value_min: null,
    value_max: null,
    step_current: null,
    step_min: null,
    step_max: null,
    timestamp_first: first.timestamp,
    timestamp_current: first.timestamp,
    timestamp_min: first.timestamp,
    timestamp_max: first.timestamp,
  };
  const next = { ...summary, total: summary.total + points.length };
  let current: LoggedPoint | null = null;
  for (const point of points) {
    const { value, step, timestamp } = point;
    if (timestamp >= (current?.timestamp ?? next.timestamp_current)) current = point;
    if (timestamp < next.timestamp_first) next.timestamp_first = timestamp;
    if (Number.isNaN(value)) continue;
    if (next.value_min === null || value < next.value_min) {
      next.value_min = value;
      next.step_min = step;
      next.timestamp_min = timestamp;
    }
    if (next.value_max === null || value > next.value_max) {
      next.value_max = value;
      next.step_max = step;
      next.timestamp_max = timestamp;
    }
  }
  if (current !== null) {
    next.value_current = Number.isNaN(current.value) ? null : current.value;
    next.step_current = current.step;
    next.timestamp_current = current.timestamp;
  }
  return next;
}

/** Appends points to an experiment inside a transaction that holds its lock. */
export async function appendToExperiment(
  trx: Executor,
  experimentKey: string,
  points: readonly LoggedPoint[],
): Promise<void> {
  const groups = byName(points);
  const names = [...groups.keys()].map((name) => ({ experiment_key: experimentKey, metric_name: name }));
  const before = new Map((await findSummaries(trx, names)).map((summary) => [summary.metric_name, summary]));
  const openBefore = (name: string) => (before.get(name)?.total ?? 0) - (before.get(name)?.sealed ?? 0);
  const isFull = (name: string) => openBefore(name) + groups.get(name)!.length >= chunkPoints;
  const filled = names.filter(({ metric_name }) => isFull(metric_name) && openBefore(metric_name) > 0);
  const found = new Map((await findTails(trx, filled)).map((tail) => [tail.metric_name, tail.data]));

  const summaries: Summary[] = [];
  const extended: MetricTables['metric_tails'][] = [];
  const replaced: MetricTables['metric_tails'][] = [];
  const chunks: MetricTables['metric_chunks'][] = [];
  const ranges: MetricTables['metric_ranges'][] = [];
  for (const key of names) {
    const logged = groups.get(key.metric_name)!;
    const summary = summarize(experimentKey, before.get(key.metric_name), logged);
    const added = columnsOf(logged);
    summaries.push(summary);
    if (!isFull(key.metric_name)) {
      extended.push({ ...key, data: encodeTail(added) });
      continue;
    }
    const tail = found.get(key.metric_name);
    let open = tail === undefined ? added : joinPoints([decodePoints(tail), added]);
    const sealed: ChunkRange[] = [];
    while (open.values.length >= chunkPoints) {
      const chunk = summary.sealed / chunkPoints;
      const points = slicePoints(open, 0, chunkPoints);
      chunks.push({ ...key, chunk, data: encodeSealed(points) });
      sealed.push(rangeOf(chunk, points));
      summary.sealed += chunkPoints;
      open = slicePoints(open, chunkPoints);
    }
    ranges.push(...rangeRows(key, sealed));
    replaced.push({ ...key, data: encodeTail(open) });
  }
  await addChunks(trx, chunks);
  await extendRanges(trx, ranges);
  await extendTails(trx, extended);
  await replaceTails(trx, replaced);
  await saveSummaries(trx, summaries);
}

/** Options of `appendPoints`. */
export interface AppendOptions {
  /** Batch of the points: sent again, it is a duplicate. */
  readonly batch?: LoggedBatch | undefined;
}

/**
 * Appends points of any number of metrics to one experiment, all or none. They are on disk once `store.synced`
 * resolves.
 *
 * @throws ServiceError 404 if the experiment does not exist.
 */
export async function appendPoints(
  store: Store,
  experimentKey: string,
  points: readonly LoggedPoint[],
  { batch }: AppendOptions = {},
): Promise<void> {
  await withExperimentLock(store, experimentKey, async (trx) => {
    if (batch !== undefined && !(await isNewBatch(trx, experimentKey, batch))) return;
    await appendToExperiment(trx, experimentKey, points);
  });
  // The points are stored: a failure to delete expired batches is no error for the caller, and the deletion is
  // retried later.
  if (batch !== undefined && 'at' in batch) {
    await expireBatches(store.db, batch.at).catch((error) => store.onFailure(error, expiryWork));
  }
}
