import { experimentsOfKeys } from '../store/experiments/experiment-lists.ts';
import { stateOf } from '../store/experiments/experiment-state.ts';
import type { ExperimentRow } from '../store/tables/experiment-tables.ts';
import { type DeletionListener, metricBatches } from './metric-batches.ts';
import { metricNames, type ProjectSource } from './project-source.ts';
import type { Batch, Column, Table } from './table.ts';

/** Definition of an exported table: one file of the export. */
export interface ExportedTable {
  /** Name of the file, without its extension. */
  readonly name: string;
  readonly description: string;
  readonly columns: readonly Column[];
  /** Returns the table of a project. */
  open(source: ProjectSource, onDeletion: DeletionListener): Promise<Table>;
}

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Returns the batch of some rows. */
function batchOf(columns: readonly Column[], rows: readonly Row[]): Batch {
  return {
    count: rows.length,
    columns: Object.fromEntries(columns.map(({ name }) => [name, rows.map((row) => row[name] ?? null)])),
  };
}

/** Returns the definition of a table whose rows are read for some experiments at a time. */
function tableOfRows(
  name: string,
  description: string,
  columns: readonly Column[],
  rowsOf: (source: ProjectSource, experiments: readonly ExperimentRow[]) => Promise<readonly Row[]> | readonly Row[],
): ExportedTable {
  return {
    name,
    description,
    columns,
    open: async (source) => ({
      columns,
      categories: {},
      async *batches() {
        for await (const experiments of experimentsOfKeys(source.db, source.experimentKeys)) {
          const rows = await rowsOf(source, experiments);
          if (rows.length > 0) yield batchOf(columns, rows);
        }
      },
    }),
  };
}

const keyColumn: Column = { name: 'experiment_key', type: 'text', description: 'Key of the experiment.' };
const keysOf = (experiments: readonly ExperimentRow[]) => experiments.map((row) => row.experiment_key);

function experimentRow(row: ExperimentRow, { projectId, now }: ProjectSource): Row {
  const { running, hasCrashed, endTime } = stateOf(row, now);
  return {
    experiment_key: row.experiment_key,
    name: row.name,
    state: running ? 'running' : hasCrashed ? 'crashed' : 'finished',
    archived: row.archived === 1,
    linked: row.project_id !== projectId,
    start_time: row.start_time,
    end_time: running ? null : endTime,
    file_name: row.file_name,
    error: row.error,
  };
}

/** Returns the definition of a table of logged names and values. */
function valueTable(
  name: string,
  description: string,
  table: 'experiment_parameters' | 'experiment_others' | 'experiment_environment',
): ExportedTable {
  const columns: readonly Column[] = [
    keyColumn,
    { name: 'name', type: 'text', description: 'Name.' },
    { name: 'value', type: 'text', description: 'Value as it was logged.' },
    { name: 'number', type: 'double', nullable: true, description: 'Value as a number, `true` as 1; null for text.' },
  ];
  return tableOfRows(name, description, columns, ({ db }, experiments) =>
    db
      .selectFrom(table)
      .select(['experiment_key', 'name', 'value', 'value_number as number'])
      .where('experiment_key', 'in', keysOf(experiments))
      .orderBy('experiment_key')
      .orderBy('name')
      .execute(),
  );
}

const metricColumns: readonly Column[] = [
  { ...keyColumn, type: 'category' },
  { name: 'name', type: 'category', description: 'Name of the metric.' },
  {
    name: 'context',
    type: 'category',
    nullable: true,
    description: 'Context in which the metric was logged, such as `train`.',
  },
  { name: 'step', type: 'double', nullable: true, description: 'Step; null if none was logged.' },
  { name: 'epoch', type: 'double', nullable: true, description: 'Epoch; null if none was logged.' },
  { name: 'timestamp', type: 'timestamp', description: 'Time of the point.' },
  { name: 'value', type: 'double', description: 'Value, also NaN and infinities.' },
];

/** Tables of an export, in the order they are written. */
export const exportedTables: readonly ExportedTable[] = [
  tableOfRows(
    'experiments',
    'One row for each experiment, oldest first, archived ones last.',
    [
      keyColumn,
      { name: 'name', type: 'text', nullable: true, description: 'Name.' },
      { name: 'state', type: 'text', description: '`running`, `finished` or `crashed`.' },
      { name: 'archived', type: 'boolean', description: 'Whether it is archived.' },
      {
        name: 'linked',
        type: 'boolean',
        description: 'Whether it belongs to another project and is linked to this one.',
      },
      { name: 'start_time', type: 'timestamp', description: 'Start.' },
      { name: 'end_time', type: 'timestamp', nullable: true, description: 'End; null while it runs.' },
      { name: 'file_name', type: 'text', nullable: true, description: 'Name of the script.' },
      { name: 'error', type: 'text', nullable: true, description: 'Error it ended with.' },
    ],
    (source, experiments) => experiments.map((row) => experimentRow(row, source)),
  ),
  tableOfRows(
    'tags',
    'One row for each tag of an experiment, in the order they were added.',
    [keyColumn, { name: 'tag', type: 'text', description: 'Tag.' }],
    ({ db }, experiments) =>
      db
        .selectFrom('experiment_tags')
        .select(['experiment_key', 'tag'])
        .where('experiment_key', 'in', keysOf(experiments))
        .orderBy('experiment_key')
        .orderBy('position')
        .execute(),
  ),
  valueTable('parameters', 'One row for each parameter of an experiment.', 'experiment_parameters'),
  valueTable('others', 'One row for each other item of an experiment.', 'experiment_others'),
  valueTable('system', 'One row for each detail of the machine and the process.', 'experiment_environment'),
  tableOfRows(
    'assets',
    'One row for each file of an experiment. The contents are not exported.',
    [
      keyColumn,
      { name: 'asset_id', type: 'text', description: 'Id of the asset.' },
      { name: 'file_name', type: 'text', description: 'Name, with its folders.' },
      { name: 'type', type: 'text', description: 'Type, such as `image`.' },
      { name: 'step', type: 'double', nullable: true, description: 'Step.' },
      { name: 'epoch', type: 'double', nullable: true, description: 'Epoch.' },
      { name: 'context', type: 'text', nullable: true, description: 'Context.' },
      { name: 'file_size', type: 'integer', description: 'Size in bytes.' },
      { name: 'sha256', type: 'text', nullable: true, description: 'SHA-256 of the content, hexadecimal.' },
      { name: 'remote_link', type: 'text', nullable: true, description: 'Address of a file that is stored elsewhere.' },
      { name: 'metadata', type: 'text', nullable: true, description: 'Metadata, as JSON.' },
      { name: 'created_at', type: 'timestamp', description: 'Time of the upload.' },
    ],
    ({ db }, experiments) =>
      db
        .selectFrom('assets')
        .select(['experiment_key', 'asset_id', 'file_name', 'type', 'step', 'epoch', 'context'])
        .select(['file_size', 'sha256', 'remote_link', 'metadata', 'created_at'])
        .where('experiment_key', 'in', keysOf(experiments))
        .where('kept_for', 'is', null)
        .orderBy('experiment_key')
        .orderBy('created_at')
        .orderBy('asset_id')
        .execute(),
  ),
  {
    name: 'metrics',
    description: 'One row for each point of a metric, in the order they were logged.',
    columns: metricColumns,
    async open(source, onDeletion) {
      const { names, contexts } = await metricNames(source);
      const categories = { experiment_key: source.experimentKeys, name: names, context: contexts };
      return { columns: metricColumns, categories, batches: () => metricBatches(source, categories, onDeletion) };
    },
  },
];
