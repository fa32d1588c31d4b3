import type { AreaSchema } from './area-schema.ts';

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
