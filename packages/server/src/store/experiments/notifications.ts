import { randomUUID } from 'node:crypto';
import type { Store } from '../database/store.ts';
import { withExperimentLock } from './experiment-lock.ts';

/** Stores a notification about an experiment; throws 404 if the experiment does not exist. */
export async function saveNotification(
  store: Store,
  experimentKey: string,
  content: unknown,
  now: number,
): Promise<void> {
  const row = {
    experiment_key: experimentKey,
    notification_id: randomUUID(),
    content: JSON.stringify(content),
    created_at: now,
  };
  await withExperimentLock(store, experimentKey, (trx) => trx.insertInto('notifications').values(row).execute());
}
