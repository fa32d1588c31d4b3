import { type Points, slicePoints } from './metric-chunk.ts';
import { extremesOf } from './metric-extremes.ts';

/** Window of an axis, both ends inclusive. */
export interface WindowRequest {
  /** Steps, or milliseconds since 1970. */
  readonly axis: 'step' | 'time';
  readonly from: number;
  readonly to: number;
}

/** One point, with its number in the order of logging. */
interface OrderedPoint {
  readonly value: number;
  readonly step: number;
  readonly epoch: number;
  readonly timestamp: number;
  readonly order: number;
}

/** Points of a bucket that a drawing needs. */
interface Bucket {
  first: OrderedPoint;
  last: OrderedPoint;
  lowest: OrderedPoint | null;
  highest: OrderedPoint | null;
  /** First point whose value is not finite. */
  gap: OrderedPoint | null;
}

/**
 * Collector of the points of a window, in any order: every point, or the first, last, lowest, highest and first
 * non-finite one of each bucket; and the nearest point on either side of the window.
 */
export class WindowPoints {
  /** Number of points in the window. */
  total = 0;
  readonly #request: WindowRequest;
  readonly #buckets: (Bucket | undefined)[] | null;
  readonly #bucketCount: number;
  readonly #every: OrderedPoint[] = [];
  /** Steps of the points that `addLastOfSteps` has added. */
  readonly #steps = new Set<number>();
  #before: OrderedPoint | null = null;
  #after: OrderedPoint | null = null;

  /** @param buckets number of buckets; null collects every point */
  constructor(request: WindowRequest, buckets: number | null) {
    this.#request = request;
    this.#bucketCount = buckets ?? 1;
    this.#buckets = buckets === null ? null : new Array<Bucket | undefined>(buckets);
  }

  /** Returns whether a range of the axis is within the window and within one bucket. */
  isInOneBucket([least, greatest]: readonly [number, number]): boolean {
    const { from, to } = this.#request;
    return least >= from && greatest <= to && this.#bucketOf(least) === this.#bucketOf(greatest);
  }

  /** Adds points whose first one has the number `order` in the order of logging, and counts those in the window. */
  addAll(points: Points, order: number): void {
    const { axis, from, to } = this.#request;
    const column = axis === 'step' ? points.steps : points.timestamps;
    const point = (index: number): OrderedPoint => ({
      value: points.values[index]!,
      step: points.steps[index]!,
      epoch: points.epochs[index]!,
      timestamp: points.timestamps[index]!,
      order: order + index,
    });
    for (let index = 0; index < column.length; ) {
      const at = column[index]!;
      if (at < from) {
        if (this.#before === null || at >= this.#at(this.#before)) this.#before = point(index);
        index++;
      } else if (at > to) {
        if (this.#after === null || at < this.#at(this.#after)) this.#after = point(index);
        index++;
      } else if (this.#buckets === null) {
        this.total++;
        this.#every.push(point(index++));
      } else {
        const end = this.#endOfRun(column, index);
        this.total += end - index;
        for (const needed of neededIndices(points.values, column, index, end)) this.add(point(needed));
        index = end;
      }
    }
  }

  /**
   * Adds points without those whose step was added before, and counts them all. Later points must be added first: of
   * points with equal steps, such as those of a resumed run, a chart draws the last.
   */
  addLastOfSteps(points: Points, order: number): void {
    const { from, to } = this.#request;
    const { steps } = points;
    let end = steps.length;
    for (let index = end - 1; index >= 0; index--) {
      const step = steps[index]!;
      if (!this.#steps.has(step)) {
        this.#steps.add(step);
        continue;
      }
      this.addAll(slicePoints(points, index + 1, end), order + index + 1);
      if (step >= from && step <= to) this.total++;
      end = index;
    }
    this.addAll(slicePoints(points, 0, end), order);
  }

  /** Adds a point of the window without counting it. */
  add(point: OrderedPoint): void {
    if (this.#buckets === null) {
      this.#every.push(point);
      return;
    }
    const at = this.#at(point);
    const index = this.#bucketOf(at);
    const bucket = this.#buckets[index] ?? { first: point, last: point, lowest: null, highest: null, gap: null };
    this.#buckets[index] = bucket;
    if (at < this.#at(bucket.first)) bucket.first = point;
    if (at >= this.#at(bucket.last)) bucket.last = point;
    if (!Number.isFinite(point.value)) bucket.gap ??= point;
    else {
      if (bucket.lowest === null || point.value < bucket.lowest.value) bucket.lowest = point;
      if (bucket.highest === null || point.value > bucket.highest.value) bucket.highest = point;
    }
  }

  /** Returns the points in the order of the axis; those at one position in the order of logging. */
  points(): Points {
    const inside = this.#buckets === null ? this.#every : this.#buckets.flatMap((bucket) => pointsOf(bucket));
    inside.sort((a, b) => this.#at(a) - this.#at(b) || a.order - b.order);
    const all = [this.#before, ...inside, this.#after].filter((point) => point !== null);
    const column = (of: (point: OrderedPoint) => number) => Float64Array.from(all, of);
    return {
      values: column(({ value }) => value),
      steps: column(({ step }) => step),
      epochs: column(({ epoch }) => epoch),
      timestamps: column(({ timestamp }) => timestamp),
    };
  }

  #at({ step, timestamp }: OrderedPoint): number {
    return this.#request.axis === 'step' ? step : timestamp;
  }

  #bucketOf(at: number): number {
    const { from, to } = this.#request;
    const bucket = Math.floor(((at - from) / (to - from)) * this.#bucketCount);
    return Number.isNaN(bucket) ? 0 : Math.min(this.#bucketCount - 1, bucket);
  }

  /** Returns the end of the run of points from `start` that are in one bucket. */
  #endOfRun(column: Float64Array, start: number): number {
    const { from, to } = this.#request;
    const bucket = this.#bucketOf(column[start]!);
    let end = start + 1;
    while (end < column.length) {
      const at = column[end]!;
      if (at < from || at > to || this.#bucketOf(at) !== bucket) break;
      end++;
    }
    return end;
  }
}

/** Returns the indices of the points of a run that its bucket needs. */
function neededIndices(values: Float64Array, column: Float64Array, start: number, end: number): Set<number> {
  let [first, last] = [start, start];
  for (let index = start; index < end; index++) {
    if (column[index]! < column[first]!) first = index;
    if (column[index]! >= column[last]!) last = index;
  }
  const { lowest, highest, gap } = extremesOf(values, start, end);
  const needed = new Set([first, last, lowest, highest, gap]);
  needed.delete(-1);
  return needed;
}

/** Returns the distinct points of a bucket. */
function pointsOf(bucket: Bucket | undefined): OrderedPoint[] {
  if (bucket === undefined) return [];
  const { first, last, lowest, highest, gap } = bucket;
  const byOrder = new Map<number, OrderedPoint>();
  for (const point of [first, last, lowest, highest, gap]) if (point !== null) byOrder.set(point.order, point);
  return [...byOrder.values()];
}
