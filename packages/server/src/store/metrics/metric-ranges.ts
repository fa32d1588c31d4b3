import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '../database/executor.ts';
import { pause } from '../database/slice-queue.ts';
import type { Store } from '../database/store.ts';
import { withExperimentLock } from '../experiments/experiment-lock.ts';
import { chunkPoints, decodePoints, type Points } from '../points/metric-chunk.ts';
import { extremesOf } from '../points/metric-extremes.ts';
import type { MetricTables } from '../tables/metric-tables.ts';
import { type MetricSummaryRow, readChunks, readRangeParts } from './metric-read.ts';
import { extendRanges, type MetricName } from './metric-writes.ts';

/*
 * Ranges of sealed chunks: which steps and times a chunk covers, with its lowest and highest point. A ranged read finds
 * the chunks of its window by them, and need not decode a chunk that is narrower than a pixel.
 *
 * The ranges of 64 chunks are one row, to which the ranges of a new chunk are appended. Chunks that an earlier version
 * has sealed have none: the first ranged read of a metric computes the missing ones and stores them.
 */

/** Point within a chunk. `index` is -1 if there is none. */
export interface ChunkPoint {
  readonly index: number;
  readonly value: number;
  readonly step: number;
  readonly timestamp: number;
}

/** Range of a chunk. The steps are NaN if a point has none. */
export interface ChunkRange {
  readonly chunk: number;
  readonly stepMin: number;
  readonly stepMax: number;
  readonly timeMin: number;
  readonly timeMax: number;
  /** Lowest and highest finite value, and the first value that is not finite. */
  readonly lowest: ChunkPoint;
  readonly highest: ChunkPoint;
  readonly gap: ChunkPoint;
}

/** Number of chunks whose ranges are one row. */
const chunksPerPart = 64;
/** Number of doubles of a stored range. */
const rangeLength = 17;

/** Returns the least and greatest entry; NaN for both if one is NaN. */
function ends(column: Float64Array): [number, number] {
  let least = column[0]!;
  let greatest = least;
  for (let index = 0; index < column.length; index++) {
    const entry = column[index]!;
    if (Number.isNaN(entry)) return [Number.NaN, Number.NaN];
    if (entry < least) least = entry;
    else if (entry > greatest) greatest = entry;
  }
  return [least, greatest];
}

/** Returns the range of the points of a chunk. */
export function rangeOf(chunk: number, { values, steps, timestamps }: Points): ChunkRange {
  const { lowest, highest, gap } = extremesOf(values);
  const point = (index: number): ChunkPoint =>
    index < 0
      ? { index, value: Number.NaN, step: Number.NaN, timestamp: Number.NaN }
      : { index, value: values[index]!, step: steps[index]!, timestamp: timestamps[index]! };
  const [stepMin, stepMax] = ends(steps);
  const [timeMin, timeMax] = ends(timestamps);
  const points = { lowest: point(lowest), highest: point(highest), gap: point(gap) };
  return { chunk, stepMin, stepMax, timeMin, timeMax, ...points };
}

const numbersOf = ({ chunk, stepMin, stepMax, timeMin, timeMax, lowest, highest, gap }: ChunkRange) => [
  ...[chunk, stepMin, stepMax, timeMin, timeMax],
  ...[lowest, highest, gap].flatMap(({ index, value, step, timestamp }) => [index, value, step, timestamp]),
];

function decodeRanges(data: Uint8Array): ChunkRange[] {
  const numbers = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const ranges: ChunkRange[] = [];
  for (let at = 0; at + rangeLength * 8 <= data.byteLength; at += rangeLength * 8) {
    const number = (index: number) => numbers.getFloat64(at + index * 8, true);
    const point = (index: number): ChunkPoint => ({
      index: number(index),
      value: number(index + 1),
      step: number(index + 2),
      timestamp: number(index + 3),
    });
    ranges.push({
      chunk: number(0),
      stepMin: number(1),
      stepMax: number(2),
      timeMin: number(3),
      timeMax: number(4),
      lowest: point(5),
      highest: point(9),
      gap: point(13),
    });
  }
  return ranges;
}

/** Returns the rows to which the ranges of chunks of one metric are appended. */
export function rangeRows(name: MetricName, ranges: readonly ChunkRange[]): MetricTables['metric_ranges'][] {
  const byPart = new Map<number, ChunkRange[]>();
  for (const range of ranges) {
    const part = Math.floor(range.chunk / chunksPerPart);
    byPart.set(part, [...(byPart.get(part) ?? []), range]);
  }
  return [...byPart].map(([part, ofPart]) => {
    const data = new Uint8Array(ofPart.length * rangeLength * 8);
    const view = new DataView(data.buffer);
    ofPart.flatMap(numbersOf).forEach((number, index) => {
      view.setFloat64(index * 8, number, true);
    });
    return { experiment_key: name.experiment_key, metric_name: name.metric_name, part, data };
  });
}

/**
 * Returns whether stored ranges of a metric match its chunks. Chunks without a range do, since the first ranged read
 * adds it.
 *
 * @param parts encoded ranges
 * @param right ranges computed from the points, by chunk
 */
export function rangesMatch(parts: readonly Uint8Array[], right: readonly ChunkRange[]): boolean {
  const isRight = (range: ChunkRange) => {
    const expected = right[range.chunk];
    return expected !== undefined && isDeepStrictEqual(numbersOf(range), numbersOf(expected));
  };
  return parts.every((data) => data.byteLength % (rangeLength * 8) === 0 && decodeRanges(data).every(isRight));
}

/** Replaces the stored ranges of a metric. */
export async function replaceRanges(trx: Executor, name: MetricName, ranges: readonly ChunkRange[]): Promise<void> {
  await trx
    .deleteFrom('metric_ranges')
    .where('experiment_key', '=', name.experiment_key)
    .where('metric_name', '=', name.metric_name)
    .execute();
  await extendRanges(trx, rangeRows(name, ranges));
}

/** Returns the stored ranges of the first `count` chunks, by chunk. A chunk without a range is missing. */
async function storedRanges(db: Executor, summary: MetricSummaryRow, count: number): Promise<ChunkRange[]> {
  const ranges: ChunkRange[] = [];
  for (const data of await readRangeParts(db, summary)) {
    for (const range of decodeRanges(data)) if (range.chunk < count) ranges[range.chunk] = range;
  }
  return ranges;
}

/** Number of chunks that are read and decoded between two pauses. */
const chunksPerPause = 16;

/** Computes and stores the ranges of chunks that an earlier version has sealed. */
async function fillRanges(store: Store, summary: MetricSummaryRow, ranges: ChunkRange[], count: number): Promise<void> {
  for (let chunk = 0; chunk < count; chunk++) {
    if (ranges[chunk] !== undefined) continue;
    const to = Math.min(count, chunk + chunksPerPause);
    for (const [index, data] of (await readChunks(store.db, summary, chunk, to)).entries()) {
      ranges[chunk + index] ??= rangeOf(chunk + index, decodePoints(data));
    }
    await pause();
  }
  await withExperimentLock(store, summary.experiment_key, async (trx) => {
    const stored = await storedRanges(trx, summary, count);
    const missing = ranges.filter(({ chunk }) => stored[chunk] === undefined);
    await extendRanges(trx, rangeRows(summary, missing));
  });
}

/**
 * Returns the ranges of the sealed chunks of a metric, as of its summary, in order.
 *
 * @throws ServiceError 404 if the experiment was deleted since the summary was read.
 */
export async function readRanges(store: Store, summary: MetricSummaryRow): Promise<readonly ChunkRange[]> {
  const count = summary.sealed / chunkPoints;
  const ranges = await storedRanges(store.db, summary, count);
  let missing = 0;
  for (let chunk = 0; chunk < count; chunk++) if (ranges[chunk] === undefined) missing++;
  if (missing > 0) await fillRanges(store, summary, ranges, count);
  return ranges;
}
