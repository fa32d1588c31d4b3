import type { AreaSchema } from './area-schema.ts';

/** Row types of the asset tables, by table name. */
export interface AssetTables {
  assets: {
    experiment_key: string;
    asset_id: string;
    file_name: string;
    type: string;
    extension: string;
    step: number | null;
    epoch: number | null;
    context: string | null;
    /** JSON text. */
    metadata: string | null;
    file_size: number;
    /** Null for remote assets and for assets that consist of items. */
    sha256: string | null;
    /** Location of the file, for remote assets. */
    remote_link: string | null;
    /** Name of the model that the file belongs to. */
    model_name: string | null;
    artifact_version_id: string | null;
    created_at: number;
    /**
     * Null while the experiment exists. After its deletion: the id of the experiment model or artifact version that
     * the file is retained for. A new experiment with the same key does not own it.
     */
    kept_for: string | null;
  };
  /** Files of assets that consist of several files, such as the points, boxes and thumbnail of a 3D scene. */
  asset_items: {
    experiment_key: string;
    asset_id: string;
    item_type: string;
    file_name: string;
    file_size: number;
    sha256: string;
    created_at: number;
  };
  experiment_models: {
    experiment_key: string;
    model_name: string;
    experiment_model_id: string;
    created_at: number;
  };
}

/** Schema of the asset tables. */
export const assetSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('assets')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('asset_id', type.text, (column) => column.notNull())
      .addColumn('file_name', type.text, (column) => column.notNull())
      .addColumn('type', type.text, (column) => column.notNull())
      .addColumn('extension', type.text, (column) => column.notNull())
      .addColumn('step', type.integer)
      .addColumn('epoch', type.integer)
      .addColumn('context', type.text)
      .addColumn('metadata', type.text)
      .addColumn('file_size', type.integer, (column) => column.notNull())
      .addColumn('sha256', type.text)
      .addColumn('remote_link', type.text)
      .addColumn('model_name', type.text)
      .addColumn('artifact_version_id', type.text)
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addColumn('kept_for', type.text)
      .addPrimaryKeyConstraint('assets_key', ['experiment_key', 'asset_id']),
    schema.createIndex('assets_by_content').ifNotExists().on('assets').column('sha256'),
    schema
      .createIndex('assets_by_artifact_version')
      .ifNotExists()
      .on('assets')
      .columns(['experiment_key', 'artifact_version_id']),
    schema
      .createTable('asset_items')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('asset_id', type.text, (column) => column.notNull())
      .addColumn('item_type', type.text, (column) => column.notNull())
      .addColumn('file_name', type.text, (column) => column.notNull())
      .addColumn('file_size', type.integer, (column) => column.notNull())
      .addColumn('sha256', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('asset_items_key', ['experiment_key', 'asset_id', 'item_type', 'file_name']),
    schema.createIndex('asset_items_by_content').ifNotExists().on('asset_items').column('sha256'),
    schema
      .createTable('experiment_models')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('model_name', type.text, (column) => column.notNull())
      .addColumn('experiment_model_id', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('experiment_models_key', ['experiment_key', 'model_name']),
    schema.createIndex('experiment_models_by_id').ifNotExists().on('experiment_models').column('experiment_model_id'),
  ],
  byExperiment: ['assets', 'asset_items', 'experiment_models'],
  reference: [],
};
