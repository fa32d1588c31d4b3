import type { AreaSchema } from './area-schema.ts';

/** Row types of the remote function tables, by table name. */
export interface RemoteActionTables {
  /** Functions that a run offers for remote calls. */
  remote_functions: { experiment_key: string; function_name: string; documentation: string; argument_names: string };
  remote_calls: {
    experiment_key: string;
    call_id: string;
    function_name: string;
    user_name: string;
    created_at: number;
    delivered_at: number | null;
    result: string | null;
  };
}

/** Schema of the remote function tables. */
export const remoteActionSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('remote_functions')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('function_name', type.text, (column) => column.notNull())
      .addColumn('documentation', type.text, (column) => column.notNull())
      .addColumn('argument_names', type.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('remote_functions_key', ['experiment_key', 'function_name']),
    schema
      .createTable('remote_calls')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('call_id', type.text, (column) => column.notNull())
      .addColumn('function_name', type.text, (column) => column.notNull())
      .addColumn('user_name', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addColumn('delivered_at', type.integer)
      .addColumn('result', type.text)
      .addPrimaryKeyConstraint('remote_calls_key', ['experiment_key', 'call_id']),
  ],
  byExperiment: ['remote_functions', 'remote_calls'],
  reference: [],
};

/** Row of `remote_calls`. */
export type RemoteCallRow = RemoteActionTables['remote_calls'];
