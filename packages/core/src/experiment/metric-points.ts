import type { OperationOptions } from '../client/connection.ts';
import type { OperationContext } from '../client/operation.ts';
import type { WriteReply } from '../contract/index.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import type { Leaf } from './flatten.ts';
import { inChunks } from './in-chunks.ts';
import { type Point, pointBatchSize } from './log-items.ts';
import { isAlone, sendItems } from './log-queue.ts';
import { steadyNow } from './steady-now.ts';

/** Time of a logged value. */
export interface LoggedAt extends OperationOptions {
  /** Step of the value. Default: none. */
  readonly step?: number | undefined;
  /** Milliseconds since 1970. Default: now. */
  readonly timestamp?: number | undefined;
}

/** Time and context of a metric value. */
export interface MetricPosition extends LoggedAt {
  /** Epoch of the value. Default: none. */
  readonly epoch?: number | undefined;
  /** For example `train` or `validate`. */
  readonly context?: string | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns time and context of a value in the wire format. */
export function positionOf({
  step,
  epoch,
  timestamp,
  context,
}: MetricPosition): Omit<Point, 'metricName' | 'metricValue' | 'timestamp'> & Partial<Pick<Point, 'timestamp'>> {
  return {
    ...(step === undefined ? {} : { step }),
    ...(epoch === undefined ? {} : { epoch }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(context === undefined ? {} : { context }),
  };
}

/** Converts a value for the wire. Values that JSON cannot represent become strings. */
function metricValue(
  context: OperationContext<ExperimentSubject>,
  name: string,
  value: unknown,
): number | string | boolean {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  throw context.failure('invalid', `the metric ${name} is not a number but ${value === null ? 'null' : typeof value}`);
}

/** Queues points. Resolves with the reply to the last request when they are stored. */
export function logPoints(
  context: OperationContext<ExperimentSubject>,
  values: readonly Leaf[],
  { step, epoch, timestamp = steadyNow(), context: part }: MetricPosition,
): Promise<WriteReply> {
  const { operation, caller, subject } = context;
  const points = values.map(([name, value]): Point => {
    if (name === '') throw context.failure('invalid', 'a metric has no name');
    // Assigned one by one: a spread takes as long as everything else that is done for a point.
    const point = { metricName: name, metricValue: metricValue(context, name, value) } as Mutable<Point>;
    if (step !== undefined) point.step = step;
    if (epoch !== undefined) point.epoch = epoch;
    point.timestamp = timestamp;
    if (part !== undefined) point.context = part;
    return point;
  });
  if (!isAlone(caller)) return subject.log.add(points, operation) as Promise<WriteReply>;
  const chunking = { noun: 'points', items: points, limit: pointBatchSize };
  return inChunks(chunking, (chunk) => sendItems(subject, chunk, operation, caller)) as Promise<WriteReply>;
}
