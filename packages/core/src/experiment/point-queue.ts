import * as v from 'valibot';
import type { Connection, OperationOptions } from '../client/connection.ts';
import type { RestApiException } from '../client/errors.ts';
import type { PartialFailure } from '../client/queued-call.ts';
import { WriteQueue } from '../client/write-queue.ts';
import { contract, idempotencyKeyHeader, RefusedPoints, type WriteReply } from '../contract/index.ts';
import { keptReply } from './in-chunks.ts';

const { metrics } = contract;

/** Maximum number of points per request. */
export const batchSize = 1000;

/** Maximum number of queued points: about 200 MB of memory. */
const capacity = 1_000_000;

/** A point in the wire format. */
export interface Point {
  /** Name of the metric. */
  readonly metricName: string;
  /** A number; as a string if JSON cannot represent it, such as NaN. */
  readonly metricValue: number | string | boolean;
  /** Step; absent if none was logged. */
  readonly step?: number;
  /** Epoch; absent if none was logged. */
  readonly epoch?: number;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** Context, such as `train`; absent if none was logged. */
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

/** Sends points in one request, without the queue. With the same key, our service stores them once. */
export async function sendPoints(
  connection: Connection,
  experimentKey: string,
  points: readonly Point[],
  operation: string,
  idempotencyKey: string,
  caller: OperationOptions = {},
): Promise<WriteReply> {
  const headers = { [idempotencyKeyHeader]: idempotencyKey };
  const [only] = points;
  const reply =
    points.length === 1
      ? connection.call(operation, metrics.log, { body: { experimentKey, ...only! }, headers }, caller)
      : connection.call(operation, metrics.logBatch, { body: { experimentKey, values: [...points] }, headers }, caller);
  return keptReply(operation, await reply);
}

/**
 * Returns the queue of an experiment.
 *
 * @param onLost called with points that were queued and could not be stored
 */
export function pointQueue(
  connection: Connection,
  experimentKey: string,
  onLost: (error: RestApiException, points: readonly Point[]) => void,
): PointQueue {
  return new WriteQueue({
    send: (points, operation, key) => sendPoints(connection, experimentKey, points, operation, key),
    limit: batchSize,
    capacity,
    partialFailureOf: rejectedPoints,
    onUnavailable: ({ reason }) =>
      connection.warn(`Metrics of experiment ${experimentKey} are queued until the service is available: ${reason}.`),
    onLost,
  });
}
