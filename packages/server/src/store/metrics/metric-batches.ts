import { createHash } from 'node:crypto';
import { parseSequenceKey } from '@tracklens/core/contract';
import type { Kysely } from 'kysely';
import type { Executor } from '../database/executor.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { LoggedPoint } from '../points/logged-point.ts';
import type { Tables } from '../tables/schema.ts';

/**
 * Duration for which batches are remembered: longer than clients retry.
 * @internal Exported for tests: tests advance the clock by it.
 */
export const rememberedMillis = 10 * 60_000;

/** A batch by which data that is sent again is recognized for some minutes. */
interface IdentifiedBatch {
  readonly id: string;
  /** Time of the request, milliseconds since 1970. */
  readonly at: number;
}

/**
 * A batch of a client that numbers its requests and sends one at a time. One number per sequence is enough to recognize
 * all earlier ones, for as long as the experiment exists: a client may send what it has on its disk days later.
 */
interface NumberedBatch {
  readonly sequence: string;
  readonly number: number;
}

/** A batch by which data that is sent again is recognized. */
export type LoggedBatch = IdentifiedBatch | NumberedBatch;

/** Returns the batch of a request with an idempotency key at time `at`. */
export function batchOfKey(key: string, at: number): LoggedBatch {
  const numbered = parseSequenceKey(key);
  return numbered ?? { id: createHash('sha256').update(key).digest('base64url'), at };
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

const advanceSequence = preparedQuery((db, experimentKey: string, sequence: string, number: number) =>
  db
    .insertInto('log_sequences')
    .values({ experiment_key: experimentKey, sequence, last_number: number })
    .onConflict((conflict) =>
      conflict
        .columns(['experiment_key', 'sequence'])
        .doUpdateSet((eb) => ({ last_number: eb.ref('excluded.last_number') }))
        .whereRef('log_sequences.last_number', '<', 'excluded.last_number' as 'log_sequences.last_number'),
    )
    .returning('last_number'),
);

/**
 * Records a batch, in the transaction that appends it.
 *
 * @returns false if the batch was appended before: its sender did not receive the response and sends it again.
 */
export async function isNewBatch(trx: Executor, experimentKey: string, batch: LoggedBatch): Promise<boolean> {
  const recorded =
    'sequence' in batch
      ? await advanceSequence(trx, experimentKey, batch.sequence, batch.number)
      : await insertBatch(trx, experimentKey, batch.id, batch.at);
  return recorded.length === 1;
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

/** What `expireBatches` does, for the report of its failure. */
export const expiryWork = 'the deletion of expired batches';

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
