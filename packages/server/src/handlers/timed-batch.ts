import { createHash } from 'node:crypto';
import type { LoggedBatch } from '../store/metrics/metric-batches.ts';

/**
 * Returns the batch of a request without an idempotency key. The Python SDK repeats a request with the same body,
 * which contains the time at which it was first sent. Undefined for a body without a time.
 */
export function timedBatch(
  endpoint: string,
  body: object,
  timestamp: number | null | undefined,
  at: number,
): LoggedBatch | undefined {
  if (timestamp == null) return undefined;
  return { id: createHash('sha256').update(endpoint).update(JSON.stringify(body)).digest('base64url'), at };
}
