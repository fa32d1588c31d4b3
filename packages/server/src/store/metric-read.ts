import { decodePoints, joinPoints, noPoints, type Points } from './metric-chunk.ts';
import type { MetricTables } from './metric-tables.ts';
import { findTails, type MetricName } from './metric-writes.ts';
import type { Executor } from './store.ts';

/** A row of `metric_summaries`. */
export type MetricSummaryRow = MetricTables['metric_summaries'];

/** Bytes of one metric as they lie in the database. */
export interface StoredMetric {
  readonly summary: MetricSummaryRow;
  /** Sealed chunks in order. */
  readonly chunks: readonly Uint8Array[];
  /** The open end; null when there is none. */
  readonly tail: Uint8Array | null;
}

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

/** The open end of one metric; null when there is none. */
export async function readTail(db: Executor, metric: MetricName): Promise<Uint8Array | null> {
  const [tail] = await findTails(db, [metric]);
  return tail?.data ?? null;
}

/** One metric's bytes as of its summary: points appended since then are left out. */
export async function readStored(db: Executor, summary: MetricSummaryRow): Promise<StoredMetric> {
  const chunks =
    summary.sealed === 0
      ? []
      : await db
          .selectFrom('metric_chunks')
          .select('data')
          .where('experiment_key', '=', summary.experiment_key)
          .where('metric_name', '=', summary.metric_name)
          .orderBy('chunk')
          .execute();
  return { summary, chunks: chunks.map((row) => row.data), tail: await readTail(db, summary) };
}

/** All points of one metric in the order they were logged. */
export function pointsOf(stored: StoredMetric): Points {
  const parts = stored.chunks.map(decodePoints);
  if (stored.tail !== null) parts.push(decodePoints(stored.tail));
  return parts.length === 0 ? noPoints : joinPoints(parts);
}

/** Every point of one metric; none when it was never logged. */
export async function readPoints(db: Executor, summary: MetricSummaryRow): Promise<Points> {
  return pointsOf(await readStored(db, summary));
}
