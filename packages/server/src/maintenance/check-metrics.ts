import type { Executor } from '../store/database/executor.ts';
import { appendToExperiment, summarize } from '../store/metrics/metric-append.ts';
import { type ChunkRange, rangeOf, rangesMatch, replaceRanges } from '../store/metrics/metric-ranges.ts';
import { type MetricSummaryRow, readSummaries } from '../store/metrics/metric-read.ts';
import { loggedPoints } from '../store/points/logged-point.ts';
import { chunkPoints, decodePoints, type Points } from '../store/points/metric-chunk.ts';
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

/** What the readable points of one metric say, and the faults of the others. */
interface ReadMetric {
  /** Number of the readable points. */
  readonly total: number;
  /** Their summary; undefined if there are none. */
  readonly summary: MetricSummaryRow | undefined;
  readonly ranges: ChunkRange[];
  readonly faults: string[];
}

/** Returns the stored points of a metric: those of its chunks, then those after the last one. */
const partsOf = ({ chunks, tail }: StoredMetric): readonly { chunk: number | null; data: Uint8Array }[] =>
  tail === undefined ? chunks : [...chunks, { chunk: null, data: tail }];

/** Returns the points of a part; an error for a part that cannot be read. */
function pointsOf(data: Uint8Array): Points | Error {
  try {
    return decodePoints(data);
  } catch (error) {
    return error as Error;
  }
}

/** Returns the fault of a range of chunks that are not in the database. */
const missingText = (first: number, last: number) =>
  first === last ? `chunk ${first} is missing` : `chunks ${first} to ${last} are missing`;

/** Reads a metric part by part: as objects, all of its points may be more than fit into memory. */
function readMetric(experimentKey: string, name: string, stored: StoredMetric): ReadMetric {
  const { summary, chunks } = stored;
  const ranges: ChunkRange[] = [];
  const faults: string[] = [];
  let right: MetricSummaryRow | undefined;
  let next = 0;
  for (const { chunk, data } of partsOf(stored)) {
    const part = chunk === null ? 'the last chunk' : `chunk ${chunk}`;
    if (chunk !== null && chunk > next) faults.push(missingText(next, chunk - 1));
    if (chunk !== null) next = chunk + 1;
    const points = pointsOf(data);
    if (points instanceof Error) {
      faults.push(`${part} cannot be read (${points.message})`);
      continue;
    }
    const found = points.values.length;
    if (chunk !== null && found !== chunkPoints) faults.push(`${part} has ${found} points instead of ${chunkPoints}`);
    if (found === 0) continue;
    if (chunk !== null) ranges[chunk] = rangeOf(chunk, points);
    right = summarize(experimentKey, right, loggedPoints(name, summary?.run_context ?? null, points));
  }
  const total = right?.total ?? 0;
  if (summary === undefined) faults.push('it has no summary');
  else if (summary.sealed !== chunks.length * chunkPoints) {
    faults.push(`its summary counts ${summary.sealed / chunkPoints} chunks and there are ${chunks.length}`);
  }
  if (summary !== undefined && summary.total !== total) {
    faults.push(`its summary counts ${count(summary.total)} points and ${count(total)} can be read`);
  }
  return { total, summary: right, ranges, faults };
}

/** Returns the columns of a summary that do not match its points. */
function wrongColumns(summary: MetricSummaryRow, right: MetricSummaryRow | undefined): string[] {
  if (right === undefined) return [];
  const columns = Object.keys(right) as (keyof MetricSummaryRow)[];
  // SQLite stores -0 as 0.
  const equal = (left: unknown, right: unknown) => left === right || Object.is(left, right);
  return columns.filter((column) => column !== 'sealed' && !equal(summary[column], right[column]));
}

/** Writes the readable points of a metric again. */
async function rebuild(db: Executor, experimentKey: string, name: string): Promise<void> {
  const stored = await storedMetric(db, experimentKey, name);
  await db.transaction().execute(async (trx) => {
    for (const table of pointTables) {
      await trx.deleteFrom(table).where('experiment_key', '=', experimentKey).where('metric_name', '=', name).execute();
    }
    for (const { data } of partsOf(stored)) {
      const points = pointsOf(data);
      if (points instanceof Error || points.values.length === 0) continue;
      await appendToExperiment(trx, experimentKey, loggedPoints(name, stored.summary?.run_context ?? null, points));
    }
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
function problemOf(
  db: Executor,
  key: string,
  name: string,
  { summary, ranges: storedRanges }: StoredMetric,
  read: ReadMetric,
): Problem | null {
  const { total, ranges, faults } = read;
  const wrong = faults.length > 0 ? [] : wrongColumns(summary!, read.summary);
  const found = wrong.length > 0 ? [`its summary is wrong (${wrong.join(', ')})`] : faults;
  const subject = `metric ${JSON.stringify(name)} of experiment ${key}`;
  if (found.length > 0) {
    const lost = Math.max(0, (summary?.total ?? 0) - total);
    return {
      text: `${subject}: ${found.join('; ')}`,
      repair: async () => {
        await rebuild(db, key, name);
        const rewritten = `rewritten from ${counted(total, 'point')}`;
        return lost === 0 ? rewritten : `${rewritten}; ${counted(lost, 'point')} lost`;
      },
    };
  }
  if (rangesMatch(storedRanges, ranges)) return null;
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
      const read = readMetric(key, name, stored);
      metrics++;
      total += read.total;
      const problem = problemOf(db, key, name, stored, read);
      if (problem !== null) problems.push(problem);
    }
  }
  return { name: 'metrics', summary: `${counted(metrics, 'metric')}, ${counted(total, 'point')}`, problems };
}
