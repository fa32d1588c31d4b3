import { slicesOf } from '../database/slices.ts';
import type { Store } from '../database/store.ts';
import { chunkPoints, type Points } from '../points/metric-chunk.ts';
import { WindowPoints, type WindowRequest } from '../points/window-points.ts';
import { type ChunkPoint, type ChunkRange, readRanges } from './metric-ranges.ts';
import { type MetricSummaryRow, pointsOfChunks, readOpenEnd } from './metric-read.ts';

/*
 * Ranged reads. Only chunks that overlap the window are read, and the chunks next to it, for the nearest point on
 * either side. If the window has too many points to return each, a chunk within one bucket is not decoded: its range
 * has the extremes. The number of decoded chunks is then limited by the number of buckets, however long the window is,
 * except where a resumed run has steps twice.
 */

/** Points of a window in the order of its axis. */
export interface MetricWindow {
  readonly points: Points;
  /** Number of logged points in the window. */
  readonly total: number;
}

/** Least and greatest position of a chunk on the axis. */
type Ends = (range: ChunkRange) => readonly [number, number];

const endsOf: Readonly<Record<WindowRequest['axis'], Ends>> = {
  step: ({ stepMin, stepMax }) => [stepMin, stepMax],
  time: ({ timeMin, timeMax }) => [timeMin, timeMax],
};

/** Returns the chunks that are nearest to a window on either side: several where a resumed run has a step twice. */
function nearestOutside(ranges: readonly ChunkRange[], ends: Ends, { from, to }: WindowRequest): ChunkRange[] {
  let before = Number.NEGATIVE_INFINITY;
  let after = Number.POSITIVE_INFINITY;
  for (const range of ranges) {
    const [least, greatest] = ends(range);
    if (greatest < from) before = Math.max(before, greatest);
    if (least > to) after = Math.min(after, least);
  }
  return ranges.filter((range) => ends(range)[1] === before || ends(range)[0] === after);
}

/**
 * Returns the chunks that may have a step which another chunk or the open end has too, as in a resumed run: those whose
 * steps are not all above the earlier and below the later ones.
 */
function overlappingSteps(ranges: readonly ChunkRange[], open: Points): Set<ChunkRange> {
  const found = new Set<ChunkRange>();
  let greatest = Number.NEGATIVE_INFINITY;
  for (const range of ranges) {
    if (range.stepMin <= greatest) found.add(range);
    greatest = Math.max(greatest, range.stepMax);
  }
  let least = open.steps.reduce((low, step) => Math.min(low, step), Number.POSITIVE_INFINITY);
  for (const range of ranges.toReversed()) {
    if (range.stepMax >= least) found.add(range);
    least = Math.min(least, range.stepMin);
  }
  return found;
}

/** Adds the points of chunks and of the open end; of those with equal steps only the last. */
async function addLastOfSteps(
  window: WindowPoints,
  store: Store,
  summary: MetricSummaryRow,
  chunks: readonly number[],
  open: Points,
): Promise<void> {
  window.addLastOfSteps(open, summary.sealed);
  for (const together of [...slicesOf(chunks, chunksTogether)].reverse()) {
    const parts = [];
    for await (const part of pointsOfChunks(store.db, summary, together)) parts.unshift(part);
    for (const { chunk, points } of parts) window.addLastOfSteps(points, chunk * chunkPoints);
  }
}

/** Number of chunks that are decoded together. */
const chunksTogether = 32;

/** Adds the extremes of a chunk without decoding it. */
function addExtremes(window: WindowPoints, { chunk, lowest, highest, gap }: ChunkRange): void {
  for (const { index, ...point } of [lowest, highest, gap] satisfies ChunkPoint[]) {
    if (index >= 0) window.add({ ...point, epoch: Number.NaN, order: chunk * chunkPoints + index });
  }
}

/** Limits of a ranged read. */
export interface WindowLimits {
  /** Number of equal parts of the window of which the extremes are returned, if it has too many points. */
  readonly buckets: number;
  /** Maximum number of points of which each is returned. */
  readonly everyPoint: number;
}

/**
 * Returns the points of a metric in a window, as of its summary, and the nearest one on either side; null if a point
 * has no step.
 *
 * @throws ServiceError 404 if the experiment was deleted since the summary was read.
 */
export async function readWindow(
  store: Store,
  summary: MetricSummaryRow,
  request: WindowRequest,
  limits: WindowLimits,
): Promise<MetricWindow | null> {
  const ranges = await readRanges(store, summary);
  const open = await readOpenEnd(store.db, summary);
  const ends = endsOf[request.axis];
  if (ranges.some((range) => Number.isNaN(ends(range)[0]))) return null;
  if (request.axis === 'step' && open.steps.some(Number.isNaN)) return null;

  const overlapping = ranges.filter((range) => ends(range)[0] <= request.to && ends(range)[1] >= request.from);
  const many = overlapping.length * chunkPoints + open.values.length > limits.everyPoint;
  const window = new WindowPoints(request, many ? limits.buckets : null);
  const lastOfSteps = many && request.axis === 'step';
  const repeating = lastOfSteps ? overlappingSteps(ranges, open) : new Set<ChunkRange>();
  const decoded: ChunkRange[] = nearestOutside(ranges, ends, request);
  for (const range of overlapping) {
    if (many && window.isInOneBucket(ends(range)) && !repeating.has(range)) {
      addExtremes(window, range);
      window.total += chunkPoints;
    } else decoded.push(range);
  }
  const chunks = decoded.map(({ chunk }) => chunk).sort((a, b) => a - b);
  if (lastOfSteps) await addLastOfSteps(window, store, summary, chunks, open);
  else {
    for await (const { chunk, points } of pointsOfChunks(store.db, summary, chunks)) {
      window.addAll(points, chunk * chunkPoints);
    }
    window.addAll(open, summary.sealed);
  }
  return { points: window.points(), total: window.total };
}
