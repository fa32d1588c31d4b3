import { createHash } from 'node:crypto';
import { idempotencyKeyHeader, parseSequenceKey, sequenceKey } from '../contract/index.ts';
import type { SpooledRequest } from './spooled-request.ts';

/** Number of a request that is the only one of its sequence. */
const onlyNumber = 0;

/**
 * Returns a request under a sequence of its own, so that it can be sent after later ones. The sequence is derived from
 * the former key: a request that is set aside twice, because the process was killed in between, is stored once.
 */
export function withOwnSequence(request: SpooledRequest): SpooledRequest {
  const key = request.headers[idempotencyKeyHeader];
  if (key === undefined || (parseSequenceKey(key)?.number ?? onlyNumber) === onlyNumber) return request;
  const digest = createHash('sha256').update(key).digest('hex');
  const sequence = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  const headers = { ...request.headers, [idempotencyKeyHeader]: sequenceKey({ sequence, number: onlyNumber }) };
  return { ...request, headers };
}
