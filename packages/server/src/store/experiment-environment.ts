import type { AreaSchema } from './area-schema.ts';
import { environmentOf } from './environment-names.ts';
import type { Executor } from './store.ts';
import { parseValueText, type ReadColumns } from './value-text.ts';

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

/** Number of details inserted by one statement, below the variable limit of both dialects. */
const detailsPerStatement = 500;

/** Replaces the system details of an experiment that queries can test; `details` is the text of kind `system`. */
export async function writeEnvironment(db: Executor, experimentKey: string, details: string): Promise<void> {
  await db.deleteFrom('experiment_environment').where('experiment_key', '=', experimentKey).execute();
  const rows = Object.entries(environmentOf(JSON.parse(details))).map(([name, value]) => ({
    experiment_key: experimentKey,
    name,
    value,
    ...parseValueText(value),
  }));
  for (let from = 0; from < rows.length; from += detailsPerStatement) {
    await db
      .insertInto('experiment_environment')
      .values(rows.slice(from, from + detailsPerStatement))
      .execute();
  }
}
