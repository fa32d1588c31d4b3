import { noSuchExperiment } from '../../errors/service-error.ts';
import type { Executor } from '../database/executor.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { pause } from '../database/slice-queue.ts';
import { slicesOf } from '../database/slices.ts';
import { chunkPoints, decodePoints, joinPoints, noPoints, type Points, slicePoints } from '../points/metric-chunk.ts';
import type { MetricTables } from '../tables/metric-tables.ts';

/*
 * Snapshot reads of metrics. Points are only appended, and a chunk is sealed once. A summary is therefore a snapshot
 * of its metric: the points that it counts are always the first ones of the sealed chunks and the last chunk, whatever
 * is appended during the read. This avoids transactions that last as long as a slow client reads. Each statement also
 * checks the summary again: if the experiment was deleted, and possibly recreated with the same key, the read fails
 * instead of mixing the two.
 */

/** Row of `metric_summaries`. */
export type MetricSummaryRow = MetricTables['metric_summaries'];

/** Returns the summaries of an experiment's metrics, ordered by name. Default: all metrics. */
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

const findListedChunks = preparedQuery((db, experimentKey: string, metricName: string, ...chunks: readonly number[]) =>
  ofMetric(db, experimentKey, metricName)
    .leftJoin('metric_chunks as chunk', (join) =>
      join
        .onRef('chunk.experiment_key', '=', 'summary.experiment_key')
        .onRef('chunk.metric_name', '=', 'summary.metric_name')
        .on('chunk.chunk', 'in', chunks),
    )
    .select('chunk.data')
    .orderBy('chunk.chunk'),
);

const findRangeParts = preparedQuery((db, experimentKey: string, metricName: string) =>
  ofMetric(db, experimentKey, metricName)
    .leftJoin('metric_ranges as range', (join) =>
      join
        .onRef('range.experiment_key', '=', 'summary.experiment_key')
        .onRef('range.metric_name', '=', 'summary.metric_name'),
    )
    .select('range.data')
    .orderBy('range.part'),
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

/** Returns the rows of a statement above; throws 404 if they no longer belong to the metric of the summary. */
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
 * Returns sealed chunks of a metric, from `from` (inclusive) to `to` (exclusive).
 *
 * @throws ServiceError 404 if the experiment was deleted since the summary was read.
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

/** Number of chunks that a statement with a list of them reads. */
const chunksPerList = 32;

/**
 * Yields the points of some sealed chunks of a metric, which are listed in ascending order.
 *
 * @throws ServiceError 404 if the experiment was deleted since the summary was read.
 */
export async function* pointsOfChunks(
  db: Executor,
  summary: MetricSummaryRow,
  chunks: readonly number[],
): AsyncGenerator<{ readonly chunk: number; readonly points: Points }> {
  const { experiment_key: key, metric_name: name } = summary;
  for (const listed of slicesOf(chunks, chunksPerList)) {
    // Each statement has the same number of parameters, so that it is compiled once.
    const padded = Array.from({ length: chunksPerList }, (_, index) => listed[index] ?? listed[0]!);
    const rows = ofSameMetric(summary, await findListedChunks(db, key, name, ...padded));
    for (const [index, chunk] of listed.entries()) {
      const data = rows[index]?.data;
      if (data == null) throw new Error(`${name} of ${key} lacks a chunk`);
      yield { chunk, points: decodePoints(data) };
    }
    await pause();
  }
}

/** Returns the stored ranges of the chunks of a metric, encoded; throws like `readChunks`. */
export async function readRangeParts(db: Executor, summary: MetricSummaryRow): Promise<Uint8Array[]> {
  const { experiment_key: key, metric_name: name } = summary;
  const rows = ofSameMetric(summary, await findRangeParts(db, key, name));
  return rows.flatMap(({ data }) => (data === null ? [] : [data]));
}

/** Returns the points of a metric after its sealed chunks, as of the summary; throws like `readChunks`. */
export async function readOpenEnd(db: Executor, summary: MetricSummaryRow): Promise<Points> {
  const count = summary.total - summary.sealed;
  if (count === 0) return noPoints;
  const { experiment_key: key, metric_name: name } = summary;
  const [tail] = ofSameMetric(summary, await findTail(db, key, name));
  // Since the summary was read, the last chunk may have been sealed and a new one started.
  const sealed = summary.sealed / chunkPoints;
  const data = tail!.sealed > summary.sealed ? (await readChunks(db, summary, sealed, sealed + 1))[0] : tail!.data;
  const points = data == null ? noPoints : decodePoints(data);
  if (points.values.length < count) throw new Error(`${name} of ${key} lacks its last chunk`);
  return slicePoints(points, 0, count);
}

/** Number of chunks that one statement reads: a few hundred kilobytes. */
const chunksPerStatement = 16;

/**
 * Yields the points of one metric as of its summary, in the order they were logged, one chunk at a time. The consumer
 * may pause for any time between two chunks.
 *
 * @throws ServiceError 404 if the experiment was deleted since the summary was read.
 */
export async function* pointsInChunks(db: Executor, summary: MetricSummaryRow): AsyncGenerator<Points> {
  const sealed = summary.sealed / chunkPoints;
  for (let from = 0; from < sealed; from += chunksPerStatement) {
    const chunks = await readChunks(db, summary, from, Math.min(from + chunksPerStatement, sealed));
    for (const chunk of chunks) yield decodePoints(chunk);
  }
  if (summary.total > summary.sealed) yield await readOpenEnd(db, summary);
}

/** Number of chunks decoded between two pauses: a few milliseconds. */
const chunksPerPause = 32;

/** Returns every point of one metric as of its summary; throws like `pointsInChunks`. */
export async function readPoints(db: Executor, summary: MetricSummaryRow): Promise<Points> {
  const parts: Points[] = [];
  for await (const points of pointsInChunks(db, summary)) {
    parts.push(points);
    if (parts.length % chunksPerPause === 0) await pause();
  }
  return parts.length === 0 ? noPoints : joinPoints(parts);
}
