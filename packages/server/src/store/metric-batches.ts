import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Executor } from './executor.ts';
import type { LoggedPoint } from './logged-point.ts';
import { preparedQuery } from './prepared-query.ts';
import type { Tables } from './schema.ts';

/**
 * How long batches are remembered: longer than clients retry.
 * @internal Exported for tests: tests advance the clock by it.
 */
export const rememberedMillis = 10 * 60_000;

/** A batch by which points that are sent again are recognized. */
export interface LoggedBatch {
  readonly id: string;
  /** Time of the request, milliseconds since 1970. */
  readonly at: number;
}

/** Returns the id of the batch of an idempotency key. */
export function idOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Returns the id of a batch whose points have timestamps of the client: the same points are the same batch. */
export function idOfPoints(points: readonly LoggedPoint[]): string {
  const numbers = new Float64Array(points.length * 4);
  let at = 0;
  for (const { value, step, epoch, timestamp } of points) {
    numbers[at++] = value;
    numbers[at++] = step ?? Number.NaN;
    numbers[at++] = epoch ?? Number.NaN;
    numbers[at++] = timestamp;
  }
  const names = points.map((point) => point.name).join('\0');
  return createHash('sha256').update(numbers).update(names).digest('base64url');
}

const insertBatch = preparedQuery((db, experimentKey: string, id: string, loggedAt: number) =>
  db
    .insertInto('metric_batches')
    .values({ experiment_key: experimentKey, fingerprint: id, logged_at: loggedAt })
    .onConflict((conflict) => conflict.columns(['experiment_key', 'fingerprint']).doNothing())
    .returning('fingerprint'),
);

/**
 * Records a batch, in the transaction that appends it.
 *
 * @returns false if the same batch was appended recently: its sender did not receive the response and retries.
 */
export async function isNewBatch(trx: Executor, experimentKey: string, { id, at }: LoggedBatch): Promise<boolean> {
  return (await insertBatch(trx, experimentKey, id, at)).length === 1;
}

/** Time between two deletions of expired batches. */
const expiryIntervalMillis = 60_000;
/**
 * Maximum number of batches per deletion, so that the write that runs it stays short.
 * @internal Exported for tests: tests write this many batches.
 */
export const maxExpired = 5_000;

/** Time of the next deletion of expired batches, by database. */
const nextExpiry = new WeakMap<Kysely<Tables>, number>();

/** Deletes expired batches of all experiments, at most once a minute unless more of them remain, oldest first. */
export async function expireBatches(db: Kysely<Tables>, now: number): Promise<void> {
  if (now < (nextExpiry.get(db) ?? 0)) return;
  nextExpiry.set(db, now + expiryIntervalMillis);
  const oldest = db.selectFrom('metric_batches').select('logged_at').orderBy('logged_at');
  const beyond = await oldest.limit(1).offset(maxExpired).executeTakeFirst();
  const expired = now - rememberedMillis;
  // The next write deletes the rest.
  if (beyond !== undefined && beyond.logged_at < expired) nextExpiry.set(db, now);
  const until = Math.min(expired, beyond?.logged_at ?? expired);
  await db.deleteFrom('metric_batches').where('logged_at', '<=', until).execute();
}
