import { createHash } from 'node:crypto';
import type { LoggedPoint } from './metric-append.ts';
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

/** Forgets the batches that nobody repeats any more. */
export async function forgetBatches(db: Executor, experimentKey: string, now: number): Promise<void> {
  await db
    .deleteFrom('metric_batches')
    .where('experiment_key', '=', experimentKey)
    .where('logged_at', '<', now - rememberedMillis)
    .execute();
}
