import { sql } from 'kysely';
import { noSuchExperiment } from '../../errors/service-error.ts';
import type { Executor } from '../database/executor.ts';
import { pause } from '../database/slice-queue.ts';
import type { Store } from '../database/store.ts';
import { type LoggedPoint, loggedPoints } from '../points/logged-point.ts';
import { chunkPoints, type Points } from '../points/metric-chunk.ts';
import { pickPoints } from '../points/metric-series.ts';
import { appendToExperiment, summarize } from './metric-append.ts';
import { type ChunkRange, rangeRows, readRanges } from './metric-ranges.ts';
import { type MetricSummaryRow, pointsOfChunks, readOpenEnd, readSummaries } from './metric-read.ts';
import { extendRanges, saveSummaries } from './metric-writes.ts';

/*
 * Copies of the points of an experiment up to a step. Sealed chunks of which every point is copied become rows of the
 * copy as they are, up to the first other chunk; the points after them are appended. Only chunks that the step divides
 * are decoded, and the few whose ranges do not suffice for the summary. What is copied is determined before the
 * transaction, during which the database does nothing else.
 */

/** Points of a metric that are copied. */
export interface CopiedMetric {
  readonly source: MetricSummaryRow;
  /** Ranges of the sealed chunks that are copied as they are: the first ones of the metric. */
  readonly whole: readonly ChunkRange[];
  /** Points of the whole chunks from which their summary follows. */
  readonly decisive: readonly LoggedPoint[];
  /** Copied points after the whole chunks. */
  readonly rest: readonly Points[];
}

/** Returns the points that a summary follows from: the first and the last in time, the lowest and the highest. */
function decisivePoints({ metric_name: name, run_context: context }: MetricSummaryRow, points: Points): LoggedPoint[] {
  const { values, timestamps } = points;
  let [first, last, lowest, highest] = [0, 0, -1, -1];
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (timestamps[index]! < timestamps[first]!) first = index;
    if (timestamps[index]! >= timestamps[last]!) last = index;
    if (Number.isNaN(value)) continue;
    if (lowest < 0 || value < values[lowest]!) lowest = index;
    if (highest < 0 || value > values[highest]!) highest = index;
  }
  const indices = new Set([first, last, lowest, highest]);
  indices.delete(-1);
  const ordered = [...indices].sort((a, b) => a - b);
  return loggedPoints(name, context, pickPoints(points, ordered));
}

/** Returns the lowest and the highest point of a chunk, in the order of logging. */
function extremePoints(
  { metric_name: name, run_context: context }: MetricSummaryRow,
  range: ChunkRange,
): LoggedPoint[] {
  return [range.lowest, range.highest]
    .sort((a, b) => a.index - b.index)
    .map(({ value, step, timestamp }) => ({
      name,
      context,
      value,
      step: Number.isNaN(step) ? null : step,
      epoch: null,
      timestamp,
    }));
}

/** Returns the chunks whose summary needs more than their ranges: the first and last in time, infinite values. */
function incompleteRanges(ranges: readonly ChunkRange[]): ChunkRange[] {
  const [start] = ranges;
  if (start === undefined) return [];
  let [first, last] = [start, start];
  for (const range of ranges) {
    if (range.timeMin < first.timeMin) first = range;
    if (range.timeMax >= last.timeMax) last = range;
  }
  return ranges.filter((range) => range === first || range === last || range.gap.index >= 0);
}

/** Determines what of a metric is copied. */
async function copiedMetric(store: Store, source: MetricSummaryRow, lastStep: number | null): Promise<CopiedMetric> {
  const { db } = store;
  const isCopied = (step: number) => lastStep === null || Number.isNaN(step) || step <= lastStep;
  const copiedOf = (points: Points) => {
    const indices = [...points.steps.keys()].filter((index) => isCopied(points.steps[index]!));
    return indices.length === points.steps.length ? points : pickPoints(points, indices);
  };
  const ranges = await readRanges(store, source);
  // The steps of a range are NaN if a point has no step: then only the points say which are copied.
  const copied = ranges.filter(({ stepMin }) => lastStep === null || !(stepMin > lastStep));
  const isWhole = ({ stepMax }: ChunkRange) => lastStep === null || stepMax <= lastStep;
  const decisive = new Map<number, LoggedPoint[]>();
  const rest: Points[] = [];
  const skipped = copied.findIndex(({ chunk }, index) => chunk !== index);
  let count = skipped < 0 ? copied.length : skipped;
  const read = (listed: readonly ChunkRange[]) =>
    pointsOfChunks(
      db,
      source,
      listed.map(({ chunk }) => chunk),
    );
  for await (const { chunk, points } of read(copied.slice(0, count).filter((range) => !isWhole(range)))) {
    if (copiedOf(points).values.length === chunkPoints) {
      decisive.set(chunk, decisivePoints(source, points));
      continue;
    }
    count = chunk;
    break;
  }
  for await (const { points } of read(copied.slice(count))) rest.push(copiedOf(points));
  rest.push(copiedOf(await readOpenEnd(db, source)));
  const whole = copied.slice(0, count);
  for await (const { chunk, points } of read(incompleteRanges(whole))) {
    decisive.set(chunk, decisivePoints(source, points));
  }
  return {
    source,
    whole,
    decisive: whole.flatMap((range) => decisive.get(range.chunk) ?? extremePoints(source, range)),
    rest,
  };
}

/**
 * Returns the points of an experiment up to a step, and those without a step, metric by metric.
 *
 * @throws ServiceError 404 if the experiment is deleted meanwhile.
 */
export async function copiedMetrics(
  store: Store,
  experimentKey: string,
  lastStep: number | null,
): Promise<CopiedMetric[]> {
  const metrics: CopiedMetric[] = [];
  for (const summary of await readSummaries(store.db, experimentKey)) {
    metrics.push(await copiedMetric(store, summary, lastStep));
  }
  return metrics;
}

/** Number of chunks that one statement copies. */
const chunksPerStatement = 256;

/** Copies the first sealed chunks of a metric. */
async function copyChunks(trx: Executor, source: MetricSummaryRow, to: string, count: number): Promise<void> {
  const { experiment_key: from, metric_name: name } = source;
  for (let first = 0; first < count; first += chunksPerStatement) {
    const last = Math.min(count, first + chunksPerStatement);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('metric_chunks')
      .columns(['experiment_key', 'metric_name', 'chunk', 'data'])
      .expression((eb) =>
        eb
          .selectFrom('metric_chunks')
          .select([sql<string>`cast(${to} as text)`.as('experiment_key'), 'metric_name', 'chunk', 'data'])
          .where('experiment_key', '=', from)
          .where('metric_name', '=', name)
          .where('chunk', '>=', first)
          .where('chunk', '<', last),
      )
      .executeTakeFirstOrThrow();
    if (Number(numInsertedOrUpdatedRows) !== last - first) throw noSuchExperiment(from);
    await pause();
  }
}

/** Writes a copied metric to a new experiment. Runs inside a transaction that holds the locks of both experiments. */
export async function writeCopiedMetric(
  trx: Executor,
  { source, whole, decisive, rest }: CopiedMetric,
  to: string,
): Promise<void> {
  if (whole.length > 0) {
    await copyChunks(trx, source, to, whole.length);
    await extendRanges(trx, rangeRows({ experiment_key: to, metric_name: source.metric_name }, whole));
    const count = whole.length * chunkPoints;
    await saveSummaries(trx, [{ ...summarize(to, undefined, decisive), total: count, sealed: count }]);
  }
  for (const points of rest) {
    if (points.values.length > 0)
      await appendToExperiment(trx, to, loggedPoints(source.metric_name, source.run_context, points));
    await pause();
  }
}
