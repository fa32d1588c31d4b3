import type { Selectable } from 'kysely';
import type { AreaSchema } from './area-schema.ts';

/** Row types of the model registry tables, by table name. */
export interface RegistryTables {
  registry_models: {
    registry_model_id: string;
    workspace_name: string;
    model_name: string;
    description: string;
    is_public: number;
    notes: string;
    user_name: string;
    created_at: number;
    last_updated: number;
  };
  registry_versions: {
    registry_model_item_id: string;
    registry_model_id: string;
    version: string;
    experiment_key: string;
    experiment_model_name: string;
    experiment_model_id: string;
    comment: string;
    status: string;
    /** JSON array of strings; formerly called stages. */
    tags: string;
    /** JSON array of {key, value}. */
    metadata: string;
    /** JSON object. */
    status_configuration: string;
    user_name: string;
    created_at: number;
    last_updated: number;
  };
  registry_history: {
    event_id: string;
    registry_model_item_id: string;
    happened_at: number;
    user_name: string;
    action: string;
    detail: string;
  };
}

/** Row of `registry_models`. */
export type RegistryModelRow = Selectable<RegistryTables['registry_models']>;
/** Row of `registry_versions`. */
export type RegistryVersionRow = Selectable<RegistryTables['registry_versions']>;

/** Schema of the model registry tables. */
export const registrySchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('registry_models')
      .ifNotExists()
      .addColumn('registry_model_id', type.text, (column) => column.primaryKey())
      .addColumn('workspace_name', type.text, (column) => column.notNull())
      .addColumn('model_name', type.text, (column) => column.notNull())
      .addColumn('description', type.text, (column) => column.notNull())
      .addColumn('is_public', type.integer, (column) => column.notNull())
      .addColumn('notes', type.text, (column) => column.notNull())
      .addColumn('user_name', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addColumn('last_updated', type.integer, (column) => column.notNull())
      .addUniqueConstraint('registry_models_by_name', ['workspace_name', 'model_name']),
    schema
      .createTable('registry_versions')
      .ifNotExists()
      .addColumn('registry_model_item_id', type.text, (column) => column.primaryKey())
      .addColumn('registry_model_id', type.text, (column) => column.notNull())
      .addColumn('version', type.text, (column) => column.notNull())
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('experiment_model_name', type.text, (column) => column.notNull())
      .addColumn('experiment_model_id', type.text, (column) => column.notNull())
      .addColumn('comment', type.text, (column) => column.notNull())
      .addColumn('status', type.text, (column) => column.notNull())
      .addColumn('tags', type.text, (column) => column.notNull())
      .addColumn('metadata', type.text, (column) => column.notNull())
      .addColumn('status_configuration', type.text, (column) => column.notNull())
      .addColumn('user_name', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addColumn('last_updated', type.integer, (column) => column.notNull())
      .addUniqueConstraint('registry_versions_by_number', ['registry_model_id', 'version']),
    schema
      .createTable('registry_history')
      .ifNotExists()
      .addColumn('event_id', type.text, (column) => column.primaryKey())
      .addColumn('registry_model_item_id', type.text, (column) => column.notNull())
      .addColumn('happened_at', type.integer, (column) => column.notNull())
      .addColumn('user_name', type.text, (column) => column.notNull())
      .addColumn('action', type.text, (column) => column.notNull())
      .addColumn('detail', type.text, (column) => column.notNull()),
    schema
      .createIndex('registry_history_of_version')
      .ifNotExists()
      .on('registry_history')
      .columns(['registry_model_item_id', 'happened_at']),
  ],
  byExperiment: [],
  reference: ['registry_models', 'registry_versions', 'registry_history'],
};
