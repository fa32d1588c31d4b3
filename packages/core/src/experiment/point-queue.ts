import * as v from 'valibot';
import type { Connection } from '../client/connection.ts';
import type { RestApiException } from '../client/errors.ts';
import { type PartialFailure, WriteQueue } from '../client/write-queue.ts';
import { contract, RefusedPoints, type WriteReply } from '../contract/index.ts';
import { keptReply } from './in-chunks.ts';

const { metrics } = contract;

/** Maximum number of points per request. */
export const batchSize = 1000;

/** A point in the wire format. */
export interface Point {
  readonly metricName: string;
  readonly metricValue: number | string | boolean;
  readonly step?: number;
  readonly epoch?: number;
  readonly timestamp?: number;
  readonly context?: string;
}

/** Metric points of an experiment that wait to be sent. */
export type PointQueue = WriteQueue<Point, WriteReply>;

/** Returns the points that an error reports as rejected; null when it reports none. */
function rejectedPoints({ data }: RestApiException): PartialFailure<WriteReply> | null {
  const reported = v.safeParse(RefusedPoints, data);
  if (!reported.success || reported.output.refused.length === 0) return null;
  return { rejected: reported.output.refused, reply: { msg: 'Saved', code: 200, data: null, sdk_error_code: 0 } };
}

/** Sends points in one request, without the queue. */
export async function sendPoints(
  connection: Connection,
  experimentKey: string,
  points: readonly Point[],
  operation: string,
  signal?: AbortSignal,
): Promise<WriteReply> {
  const [only] = points;
  const reply =
    points.length === 1
      ? connection.call(operation, metrics.log, { body: { experimentKey, ...only! } }, { signal })
      : connection.call(operation, metrics.logBatch, { body: { experimentKey, values: [...points] } }, { signal });
  return keptReply(operation, await reply);
}

/** Returns the queue of an experiment. */
export function pointQueue(connection: Connection, experimentKey: string): PointQueue {
  return new WriteQueue(
    (points, operation) => sendPoints(connection, experimentKey, points, operation),
    batchSize,
    rejectedPoints,
  );
}
