import type { Store } from '../database/store.ts';
import { chunkPoints, type Points } from '../points/metric-chunk.ts';
import { WindowPoints, type WindowRequest } from '../points/window-points.ts';
import { type ChunkPoint, type ChunkRange, readRanges } from './metric-ranges.ts';
import { type MetricSummaryRow, pointsOfChunks, readOpenEnd } from './metric-read.ts';

/*
 * Ranged reads. Only chunks that overlap the window are read, and the chunks next to it, for the nearest point on
 * either side. If the window has too many points to return each, a chunk within one bucket is not decoded: its range
 * has the extremes. The number of decoded chunks is then limited by the number of buckets, however long the window is.
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

/** Returns the chunk that is nearest to a window on either side. */
function nearestOutside(ranges: readonly ChunkRange[], ends: Ends, { from, to }: WindowRequest): ChunkRange[] {
  let before: ChunkRange | null = null;
  let after: ChunkRange | null = null;
  for (const range of ranges) {
    const [least, greatest] = ends(range);
    if (greatest < from && (before === null || greatest >= ends(before)[1])) before = range;
    if (least > to && (after === null || least < ends(after)[0])) after = range;
  }
  return [before, after].filter((range) => range !== null);
}

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
  const decoded: ChunkRange[] = nearestOutside(ranges, ends, request);
  for (const range of overlapping) {
    if (many && window.isInOneBucket(ends(range))) {
      addExtremes(window, range);
      window.total += chunkPoints;
    } else decoded.push(range);
  }
  const chunks = decoded.map(({ chunk }) => chunk).sort((a, b) => a - b);
  for await (const { chunk, points } of pointsOfChunks(store.db, summary, chunks)) {
    window.addAll(points, chunk * chunkPoints);
  }
  window.addAll(open, summary.sealed);
  return { points: window.points(), total: window.total };
}
