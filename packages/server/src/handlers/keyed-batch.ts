import { idempotencyKeyHeader } from '@tracklens/core/contract';
import { batchOfKey, type LoggedBatch } from '../store/metrics/metric-batches.ts';

/** Returns the batch of a request with an idempotency key. */
export function keyedBatch(headers: Headers, at: number): LoggedBatch | undefined {
  const key = headers.get(idempotencyKeyHeader);
  return key === null ? undefined : batchOfKey(key, at);
}
