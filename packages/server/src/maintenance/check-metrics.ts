import type { Executor } from '../store/database/executor.ts';
import { appendToExperiment, summarize } from '../store/metrics/metric-append.ts';
import { type ChunkRange, rangeOf, rangesMatch, replaceRanges } from '../store/metrics/metric-ranges.ts';
import { type MetricSummaryRow, readSummaries } from '../store/metrics/metric-read.ts';
import { type LoggedPoint, loggedPoints } from '../store/points/logged-point.ts';
import { chunkPoints, decodePoints } from '../store/points/metric-chunk.ts';
import { pointTables } from '../store/tables/metric-tables.ts';
import { count, counted } from './counted.ts';
import type { CheckedPart, Problem } from './problem.ts';

/** Stored data of one metric. */
interface StoredMetric {
  readonly summary: MetricSummaryRow | undefined;
  readonly chunks: readonly { chunk: number; data: Uint8Array }[];
  readonly tail: Uint8Array | undefined;
  /** Ranges of chunks, encoded. */
  readonly ranges: readonly Uint8Array[];
}

/** Readable points of one metric with the ranges of its chunks, and the faults of the others. */
interface ReadMetric {
  readonly points: LoggedPoint[];
  readonly ranges: ChunkRange[];
  readonly faults: string[];
}

/** Returns the fault of a range of chunks that are not in the database. */
const missingText = (first: number, last: number) =>
  first === last ? `chunk ${first} is missing` : `chunks ${first} to ${last} are missing`;

function readMetric(name: string, { summary, chunks, tail }: StoredMetric): ReadMetric {
  const points: LoggedPoint[] = [];
  const ranges: ChunkRange[] = [];
  const faults: string[] = [];
  const read = (part: string, data: Uint8Array, chunk: number | null) => {
    try {
      const decoded = decodePoints(data);
      const found = decoded.values.length;
      if (chunk !== null && found !== chunkPoints) {
        faults.push(`${part} has ${found} points instead of ${chunkPoints}`);
      }
      if (chunk !== null) ranges[chunk] = rangeOf(chunk, decoded);
      for (const point of loggedPoints(name, summary?.run_context ?? null, decoded)) points.push(point);
    } catch (error) {
      faults.push(`${part} cannot be read (${(error as Error).message})`);
    }
  };
  let next = 0;
  for (const { chunk, data } of chunks) {
    if (chunk > next) faults.push(missingText(next, chunk - 1));
    read(`chunk ${chunk}`, data, chunk);
    next = chunk + 1;
  }
  if (tail !== undefined) read('the last chunk', tail, null);
  if (summary === undefined) faults.push('it has no summary');
  else if (summary.sealed !== chunks.length * chunkPoints) {
    faults.push(`its summary counts ${summary.sealed / chunkPoints} chunks and there are ${chunks.length}`);
  }
  if (summary !== undefined && summary.total !== points.length) {
    faults.push(`its summary counts ${count(summary.total)} points and ${count(points.length)} can be read`);
  }
  return { points, ranges, faults };
}

/** Returns the columns of a summary that do not match its points. */
function wrongColumns(summary: MetricSummaryRow, points: readonly LoggedPoint[]): string[] {
  if (points.length === 0) return [];
  const right = summarize(summary.experiment_key, undefined, points);
  const columns = Object.keys(right) as (keyof MetricSummaryRow)[];
  // SQLite stores -0 as 0.
  const equal = (left: unknown, right: unknown) => left === right || Object.is(left, right);
  return columns.filter((column) => column !== 'sealed' && !equal(summary[column], right[column]));
}

async function rebuild(
  db: Executor,
  experimentKey: string,
  name: string,
  points: readonly LoggedPoint[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of pointTables) {
      await trx.deleteFrom(table).where('experiment_key', '=', experimentKey).where('metric_name', '=', name).execute();
    }
    if (points.length > 0) await appendToExperiment(trx, experimentKey, points);
  });
}

/** Returns the names of an experiment's metrics in any table. */
async function metricNames(db: Executor, experimentKey: string): Promise<string[]> {
  const names = new Set<string>();
  for (const table of pointTables) {
    const rows = await db
      .selectFrom(table)
      .select('metric_name')
      .distinct()
      .where('experiment_key', '=', experimentKey)
      .execute();
    for (const { metric_name } of rows) names.add(metric_name);
  }
  return [...names].sort();
}

async function storedMetric(db: Executor, experimentKey: string, name: string): Promise<StoredMetric> {
  const [summary] = await readSummaries(db, experimentKey, [name]);
  const chunks = await db
    .selectFrom('metric_chunks')
    .select(['chunk', 'data'])
    .where('experiment_key', '=', experimentKey)
    .where('metric_name', '=', name)
    .orderBy('chunk')
    .execute();
  const tail = await db
    .selectFrom('metric_tails')
    .select('data')
    .where('experiment_key', '=', experimentKey)
    .where('metric_name', '=', name)
    .executeTakeFirst();
  const ranges = await db
    .selectFrom('metric_ranges')
    .select('data')
    .where('experiment_key', '=', experimentKey)
    .where('metric_name', '=', name)
    .execute();
  return { summary, chunks, tail: tail?.data, ranges: ranges.map(({ data }) => data) };
}

/** Returns the problem of a metric; null if it has none. */
function problemOf(db: Executor, key: string, name: string, stored: StoredMetric, read: ReadMetric): Problem | null {
  const { points, ranges, faults } = read;
  const wrong = faults.length > 0 ? [] : wrongColumns(stored.summary!, points);
  const found = wrong.length > 0 ? [`its summary is wrong (${wrong.join(', ')})`] : faults;
  const subject = `metric ${JSON.stringify(name)} of experiment ${key}`;
  if (found.length > 0) {
    const lost = Math.max(0, (stored.summary?.total ?? 0) - points.length);
    return {
      text: `${subject}: ${found.join('; ')}`,
      repair: async () => {
        await rebuild(db, key, name, points);
        const rewritten = `rewritten from ${counted(points.length, 'point')}`;
        return lost === 0 ? rewritten : `${rewritten}; ${counted(lost, 'point')} lost`;
      },
    };
  }
  if (rangesMatch(stored.ranges, ranges)) return null;
  return {
    text: `${subject}: the ranges of its chunks are wrong`,
    repair: async () => {
      await db.transaction().execute((trx) => replaceRanges(trx, { experiment_key: key, metric_name: name }, ranges));
      return `recomputed from ${counted(ranges.length, 'chunk')}; nothing is lost`;
    },
  };
}

/** Reads every point of every metric, and compares counts, summaries and ranges of chunks with the points. */
export async function checkMetrics(db: Executor): Promise<CheckedPart> {
  const problems: Problem[] = [];
  let [metrics, total] = [0, 0];
  const experiments = await db.selectFrom('experiments').select('experiment_key').orderBy('experiment_key').execute();
  for (const { experiment_key: key } of experiments) {
    for (const name of await metricNames(db, key)) {
      const stored = await storedMetric(db, key, name);
      const read = readMetric(name, stored);
      metrics++;
      total += read.points.length;
      const problem = problemOf(db, key, name, stored, read);
      if (problem !== null) problems.push(problem);
    }
  }
  return { name: 'metrics', summary: `${counted(metrics, 'metric')}, ${counted(total, 'point')}`, problems };
}
