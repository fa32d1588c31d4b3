import { noSuchExperiment } from '../errors.ts';
import { chunkPoints, decodePoints, joinPoints, noPoints, type Points, slicePoints } from './metric-chunk.ts';
import type { MetricTables } from './metric-tables.ts';
import { preparedQuery } from './prepared-query.ts';
import { pause } from './slice-queue.ts';
import type { Executor } from './store.ts';

/*
 * Points are only ever appended, and a chunk is sealed once. A summary is therefore a snapshot of its metric: the points that it counts
 * are the first ones of the sealed chunks and the open end, however much is appended while they are read. No transaction has to last as
 * long as a slow client reads. Each statement also looks at the summary again: when the experiment was deleted, and perhaps another made
 * under its key, the reading fails instead of mixing the two.
 */

/** A row of `metric_summaries`. */
export type MetricSummaryRow = MetricTables['metric_summaries'];

/** The summaries of an experiment's metrics by name; of the named ones when names are given. */
export async function readSummaries(
  db: Executor,
  experimentKey: string,
  names?: readonly string[],
): Promise<MetricSummaryRow[]> {
  let query = db.selectFrom('metric_summaries').selectAll().where('experiment_key', '=', experimentKey);
  if (names !== undefined) query = query.where('metric_name', 'in', names);
  return await query.orderBy('metric_name').execute();
}

const ofMetric = (db: Executor, experimentKey: string, metricName: string) =>
  db
    .selectFrom('metric_summaries as summary')
    .select(['summary.total', 'summary.sealed', 'summary.timestamp_first'])
    .where('summary.experiment_key', '=', experimentKey)
    .where('summary.metric_name', '=', metricName);

const findChunks = preparedQuery((db, experimentKey: string, metricName: string, from: number, to: number) =>
  ofMetric(db, experimentKey, metricName)
    .leftJoin('metric_chunks as chunk', (join) =>
      join
        .onRef('chunk.experiment_key', '=', 'summary.experiment_key')
        .onRef('chunk.metric_name', '=', 'summary.metric_name')
        .on('chunk.chunk', '>=', from)
        .on('chunk.chunk', '<', to),
    )
    .select('chunk.data')
    .orderBy('chunk.chunk'),
);

const findTail = preparedQuery((db, experimentKey: string, metricName: string) =>
  ofMetric(db, experimentKey, metricName)
    .leftJoin('metric_tails as tail', (join) =>
      join
        .onRef('tail.experiment_key', '=', 'summary.experiment_key')
        .onRef('tail.metric_name', '=', 'summary.metric_name'),
    )
    .select('tail.data'),
);

/** The rows of a statement above; 404 when they no longer belong to the metric that the summary is of. */
function ofSameMetric<Row extends Pick<MetricSummaryRow, 'total' | 'sealed' | 'timestamp_first'>>(
  before: MetricSummaryRow,
  rows: readonly Row[],
): readonly Row[] {
  const [now] = rows;
  const continues =
    now !== undefined &&
    now.total >= before.total &&
    now.sealed >= before.sealed &&
    now.timestamp_first <= before.timestamp_first;
  if (!continues) throw noSuchExperiment(before.experiment_key);
  return rows;
}

/**
 * Sealed chunks of a metric, from one number to before another.
 *
 * @throws ServiceError 404 when the experiment was deleted since the summary was read.
 */
export async function readChunks(
  db: Executor,
  summary: MetricSummaryRow,
  from: number,
  to: number,
): Promise<Uint8Array[]> {
  const { experiment_key: key, metric_name: name } = summary;
  const rows = ofSameMetric(summary, await findChunks(db, key, name, from, to));
  const chunks = rows.flatMap(({ data }) => (data === null ? [] : [data]));
  if (chunks.length !== to - from) throw new Error(`${name} of ${key} lacks a chunk`);
  return chunks;
}

/** The points of a metric behind its sealed chunks, as of the summary; throws as `readChunks` does. */
export async function readOpenEnd(db: Executor, summary: MetricSummaryRow): Promise<Points> {
  const count = summary.total - summary.sealed;
  if (count === 0) return noPoints;
  const { experiment_key: key, metric_name: name } = summary;
  const [tail] = ofSameMetric(summary, await findTail(db, key, name));
  // Since the summary was read the open end may have been sealed, and another begun.
  const sealed = summary.sealed / chunkPoints;
  const data = tail!.sealed > summary.sealed ? (await readChunks(db, summary, sealed, sealed + 1))[0] : tail!.data;
  const points = data == null ? noPoints : decodePoints(data);
  if (points.values.length < count) throw new Error(`${name} of ${key} lacks its open end`);
  return slicePoints(points, 0, count);
}

/** Chunks that one statement reads: some hundred kilobytes. */
const chunksPerStatement = 16;

/**
 * The points of one metric as of its summary, in the order they were logged, a chunk at a time. Any time may pass between two of them.
 *
 * @throws ServiceError 404 when the experiment was deleted since the summary was read.
 */
export async function* pointsInChunks(db: Executor, summary: MetricSummaryRow): AsyncGenerator<Points> {
  const sealed = summary.sealed / chunkPoints;
  for (let from = 0; from < sealed; from += chunksPerStatement) {
    const chunks = await readChunks(db, summary, from, Math.min(from + chunksPerStatement, sealed));
    for (const chunk of chunks) yield decodePoints(chunk);
  }
  if (summary.total > summary.sealed) yield await readOpenEnd(db, summary);
}

/** Chunks that are decoded between two pauses: some milliseconds. */
const chunksPerPause = 32;

/** Every point of one metric as of its summary; throws as `pointsInChunks` does. */
export async function readPoints(db: Executor, summary: MetricSummaryRow): Promise<Points> {
  const parts: Points[] = [];
  for await (const points of pointsInChunks(db, summary)) {
    parts.push(points);
    if (parts.length % chunksPerPause === 0) await pause();
  }
  return parts.length === 0 ? noPoints : joinPoints(parts);
}
