import { randomUUID } from 'node:crypto';
import type { AreaSchema } from './area-schema.ts';
import { withExperimentLock } from './experiment-lock.ts';
import type { Store } from './store.ts';

/** Row types of the notification table, by table name. */
export interface NotificationTables {
  notifications: { experiment_key: string; notification_id: string; content: string; created_at: number };
}

/** Schema of the notification table. */
export const notificationSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('notifications')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('notification_id', type.text, (column) => column.notNull())
      .addColumn('content', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('notifications_key', ['experiment_key', 'notification_id']),
  ],
  byExperiment: ['notifications'],
  reference: [],
};

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
