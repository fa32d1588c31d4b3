import type { AreaSchema } from './area-schema.ts';
import type { ReadColumns } from './value-text.ts';

/** Kinds of texts, of which an experiment has at most one each. */
export type TextKind = 'code' | 'graph' | 'html' | 'git' | 'system' | 'cloud' | 'dependencies';

interface ValueColumns extends ReadColumns {
  experiment_key: string;
  name: string;
  value: string;
  value_min: string | null;
  value_max: string | null;
  updated_at: number;
  timestamp_min: number;
  timestamp_max: number;
}

/** Row types of the parameter, text, tag and output tables, by table name. */
export interface ItemTables {
  experiment_texts: { experiment_key: string; kind: TextKind; content: string; updated_at: number };
  experiment_output: { experiment_key: string; part: number; lines: string };
  experiment_tags: { experiment_key: string; tag: string; position: number; added_at: number };
  experiment_parameters: ValueColumns;
  experiment_others: ValueColumns;
}

/** Schema of the parameter, text, tag and output tables. */
export const itemSchema: AreaSchema = {
  create: (schema, type) => {
    const values = (table: string) =>
      schema
        .createTable(table)
        .ifNotExists()
        .addColumn('experiment_key', type.text, (column) => column.notNull())
        .addColumn('name', type.text, (column) => column.notNull())
        .addColumn('value', type.text, (column) => column.notNull())
        .addColumn('value_min', type.text)
        .addColumn('value_max', type.text)
        .addColumn('updated_at', type.integer, (column) => column.notNull())
        .addColumn('timestamp_min', type.integer, (column) => column.notNull())
        .addColumn('timestamp_max', type.integer, (column) => column.notNull())
        .addColumn('value_number', type.number)
        .addColumn('value_type', type.text, (column) => column.notNull())
        .addPrimaryKeyConstraint(`${table}_key`, ['experiment_key', 'name']);
    const byNumber = (table: string) =>
      schema
        .createIndex(`${table}_by_number`)
        .ifNotExists()
        .on(table)
        .columns(['name', 'value_type', 'value_number', 'experiment_key']);
    return [
      schema
        .createTable('experiment_texts')
        .ifNotExists()
        .addColumn('experiment_key', type.text, (column) => column.notNull())
        .addColumn('kind', type.text, (column) => column.notNull())
        .addColumn('content', type.text, (column) => column.notNull())
        .addColumn('updated_at', type.integer, (column) => column.notNull())
        .addPrimaryKeyConstraint('experiment_texts_key', ['experiment_key', 'kind']),
      schema
        .createTable('experiment_output')
        .ifNotExists()
        .addColumn('experiment_key', type.text, (column) => column.notNull())
        .addColumn('part', type.integer, (column) => column.notNull())
        .addColumn('lines', type.text, (column) => column.notNull())
        .addPrimaryKeyConstraint('experiment_output_key', ['experiment_key', 'part']),
      schema
        .createTable('experiment_tags')
        .ifNotExists()
        .addColumn('experiment_key', type.text, (column) => column.notNull())
        .addColumn('tag', type.text, (column) => column.notNull())
        .addColumn('position', type.integer, (column) => column.notNull())
        .addColumn('added_at', type.integer, (column) => column.notNull())
        .addPrimaryKeyConstraint('experiment_tags_key', ['experiment_key', 'tag']),
      schema
        .createIndex('experiment_tags_by_tag')
        .ifNotExists()
        .on('experiment_tags')
        .columns(['tag', 'experiment_key']),
      values('experiment_parameters'),
      byNumber('experiment_parameters'),
      values('experiment_others'),
      byNumber('experiment_others'),
    ];
  },
  byExperiment: [
    'experiment_texts',
    'experiment_output',
    'experiment_tags',
    'experiment_parameters',
    'experiment_others',
  ],
  reference: [],
};

/** Row of parameters or of other items. */
export type ValueRow = ValueColumns;
