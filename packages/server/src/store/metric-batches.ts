import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { LoggedPoint } from './metric-append.ts';
import type { Tables } from './schema.ts';
import type { Executor } from './store.ts';

/** How long a batch is remembered: longer than clients go on repeating. */
export const rememberedMillis = 10 * 60_000;

function fingerprintOf(points: readonly LoggedPoint[]): string {
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

/**
 * Remembers a batch, in the transaction that appends it.
 *
 * @returns false when the same batch was appended a short while ago: its sender did not get the answer and repeats it.
 */
export async function isNewBatch(
  trx: Executor,
  experimentKey: string,
  points: readonly LoggedPoint[],
  now: number,
): Promise<boolean> {
  const result = await trx
    .insertInto('metric_batches')
    .values({ experiment_key: experimentKey, fingerprint: fingerprintOf(points), logged_at: now })
    .onConflict((conflict) => conflict.columns(['experiment_key', 'fingerprint']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Time between two deletions of expired batches. */
const expiryIntervalMillis = 60_000;
/** Most batches that one deletion takes, so that the write that runs it stays short. */
export const maxExpired = 5_000;

/** When expired batches are deleted next, by database. */
const nextExpiry = new WeakMap<Kysely<Tables>, number>();

/** Deletes batches that no client repeats any more, of any experiment: once a minute, and the oldest first. */
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
