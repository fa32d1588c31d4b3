import * as v from 'valibot';
import type { Connection, OperationOptions } from '../client/connection.ts';
import type { RestApiException } from '../client/errors.ts';
import type { OperationContext } from '../client/operation.ts';
import { type PartialFailure, WriteQueue } from '../client/write-queue.ts';
import { contract, RefusedPoints, type WriteReply } from '../contract/index.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import type { Leaf } from './flatten.ts';
import { inChunks, keptReply } from './in-chunks.ts';

const { metrics } = contract;

/** Maximum number of points per request. */
const batchSize = 1000;

/** Time of a logged value. */
export interface LoggedAt extends OperationOptions {
  /** Step of the value. Default: none. */
  readonly step?: number | undefined;
  /** Milliseconds since 1970. Default: the clock of the service. */
  readonly timestamp?: number | undefined;
}

/** Time and context of a metric value. */
export interface MetricPlace extends LoggedAt {
  /** Epoch of the value. Default: none. */
  readonly epoch?: number | undefined;
  /** For example `train` or `validate`. */
  readonly context?: string | undefined;
}

/** A point in the wire format. */
interface Point {
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

async function sendPoints(
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

/** Returns time and context of a value in the wire format. */
export function placeOf({ step, epoch, timestamp, context }: MetricPlace): Omit<Point, 'metricName' | 'metricValue'> {
  return {
    ...(step === undefined ? {} : { step }),
    ...(epoch === undefined ? {} : { epoch }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(context === undefined ? {} : { context }),
  };
}

/** Converts a value for the wire. Values that JSON cannot represent become strings. */
function metricValue(
  { failure }: OperationContext<ExperimentSubject>,
  name: string,
  value: unknown,
): number | string | boolean {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  throw failure('invalid', `the metric ${name} is no number, but ${value === null ? 'null' : typeof value}`);
}

/** Queues points and waits until they are stored. Returns the reply to the last request. */
export async function logPoints(
  context: OperationContext<ExperimentSubject>,
  values: readonly Leaf[],
  options: MetricPlace,
): Promise<WriteReply> {
  const { operation, signal, subject } = context;
  const place = placeOf(options);
  const points = values.map(([name, value]): Point => {
    if (name === '') throw context.failure('invalid', 'a metric has no name');
    return { metricName: name, metricValue: metricValue(context, name, value), ...place };
  });
  // A call with a signal is not batched with others, because aborting it would abort their points too.
  const reply = await inChunks({ what: 'points', items: points, most: batchSize }, (chunk) =>
    signal === undefined
      ? subject.points.add(chunk, operation)
      : sendPoints(subject.connection, subject.key, chunk, operation, signal),
  );
  return reply!;
}
