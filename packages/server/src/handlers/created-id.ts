import { createHash } from 'node:crypto';
import { idempotencyKeyHeader } from '@tracklens/core/contract';
import { newId } from '../store/database/new-id.ts';

/**
 * Returns the id of what a request creates. That of a request with an idempotency key is derived from the key and the
 * body: a request whose response was lost, and which is sent again, finds what it has created.
 */
export function createdId(headers: Headers, body: object): string {
  const key = headers.get(idempotencyKeyHeader);
  if (key === null) return newId();
  return createHash('sha256')
    .update(`${key}\n${JSON.stringify(body)}`)
    .digest('hex')
    .slice(0, newId().length);
}
