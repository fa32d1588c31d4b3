import { randomUUID } from 'node:crypto';
import type { AreaSchema } from './area-schema.ts';
import { withExperimentLock } from './experiment-lock.ts';
import type { Store } from './store.ts';

/** Rows of messages, by table. */
export interface NotificationTables {
  notifications: { experiment_key: string; notification_id: string; content: string; created_at: number };
}

/** The tables of messages as a database is told of them. */
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

/** Keeps a message about an experiment; 404 when that is absent. */
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
