import type { AreaSchema } from './area-schema.ts';
import type { ReadColumns } from './value-text.ts';

/** Row types of the system details that queries can test, by table name. */
export interface EnvironmentTables {
  /** System details that queries can test, extracted from the text of kind `system`. */
  experiment_environment: { experiment_key: string; name: string; value: string } & ReadColumns;
}

/** Schema of the table of system details. */
export const environmentSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('experiment_environment')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('name', type.text, (column) => column.notNull())
      .addColumn('value', type.text, (column) => column.notNull())
      .addColumn('value_number', type.number)
      .addColumn('value_type', type.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('experiment_environment_key', ['experiment_key', 'name']),
    schema
      .createIndex('experiment_environment_by_number')
      .ifNotExists()
      .on('experiment_environment')
      .columns(['name', 'value_type', 'value_number', 'experiment_key']),
  ],
  byExperiment: ['experiment_environment'],
  reference: [],
};
