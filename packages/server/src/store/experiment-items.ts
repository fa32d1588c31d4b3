import type { AreaSchema } from './area-schema.ts';
import { writeEnvironment } from './experiment-environment.ts';
import { withExperimentLock } from './experiment-lock.ts';
import type { Executor, Store } from './store.ts';
import { parseValueText, type ReadColumns } from './value-text.ts';

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
type ValueTable = 'experiment_parameters' | 'experiment_others';

/** Returns one text of an experiment, or null. */
export async function readText(db: Executor, experimentKey: string, kind: TextKind): Promise<string | null> {
  const row = await db
    .selectFrom('experiment_texts')
    .select('content')
    .where('experiment_key', '=', experimentKey)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.content ?? null;
}

/**
 * Sets one text of an experiment. For the system details, also updates the table that queries test. Runs inside
 * `withExperimentLock`, or in the transaction that creates the experiment.
 */
export async function writeText(
  trx: Executor,
  experimentKey: string,
  kind: TextKind,
  content: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto('experiment_texts')
    .values({ experiment_key: experimentKey, kind, content, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['experiment_key', 'kind'])
        .doUpdateSet((eb) => ({ content: eb.ref('excluded.content'), updated_at: eb.ref('excluded.updated_at') })),
    )
    .execute();
  if (kind === 'system') await writeEnvironment(trx, experimentKey, content);
}

/** Sets one text of an experiment; throws 404 if the experiment does not exist. */
export async function saveText(
  store: Store,
  experimentKey: string,
  kind: TextKind,
  content: string,
  now: number,
): Promise<void> {
  await withExperimentLock(store, experimentKey, (trx) => writeText(trx, experimentKey, kind, content, now));
}

/** Returns the tags of an experiment in the order they were added. */
export async function readTags(db: Executor, experimentKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('experiment_tags')
    .select('tag')
    .where('experiment_key', '=', experimentKey)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.tag);
}

/** Appends tags to those of an experiment, ignoring duplicates. Runs inside `withExperimentLock`. */
export async function addTags(
  trx: Executor,
  experimentKey: string,
  tags: readonly string[],
  now: number,
): Promise<void> {
  const last = await trx
    .selectFrom('experiment_tags')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('experiment_key', '=', experimentKey)
    .executeTakeFirst();
  const first = (last?.position ?? -1) + 1;
  if (tags.length === 0) return;
  await trx
    .insertInto('experiment_tags')
    .values(
      [...new Set(tags)].map((tag, index) => ({
        experiment_key: experimentKey,
        tag,
        position: first + index,
        added_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['experiment_key', 'tag']).doNothing())
    .execute();
}

/** Logged value of a parameter or other item. */
export interface LoggedValue {
  readonly name: string;
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

const asNumber = (text: string | null) => (text === null || text.trim() === '' ? Number.NaN : Number(text));

function merged(row: ValueRow | undefined, experimentKey: string, { name, value, timestamp }: LoggedValue): ValueRow {
  if (row === undefined) {
    return {
      experiment_key: experimentKey,
      name,
      value,
      value_min: value,
      value_max: value,
      updated_at: timestamp,
      timestamp_min: timestamp,
      timestamp_max: timestamp,
      ...parseValueText(value),
    };
  }
  const number = asNumber(value);
  // Text has no order: the last logged value replaces the minimum and the maximum as well.
  const lowest = !(asNumber(row.value_min) <= number);
  const highest = !(asNumber(row.value_max) >= number);
  return {
    ...row,
    value,
    ...parseValueText(value),
    updated_at: timestamp,
    ...(lowest ? { value_min: value, timestamp_min: timestamp } : {}),
    ...(highest ? { value_max: value, timestamp_max: timestamp } : {}),
  };
}

/** Number of names in one statement, below the variable limit of both dialects. */
const namesPerStatement = 500;

/** Logs parameters or other items and updates the minimum and maximum of each. Runs inside `withExperimentLock`. */
export async function logValues(
  trx: Executor,
  table: ValueTable,
  experimentKey: string,
  values: readonly LoggedValue[],
): Promise<void> {
  for (let from = 0; from < values.length; from += namesPerStatement) {
    const slice = values.slice(from, from + namesPerStatement);
    const present = await trx
      .selectFrom(table)
      .selectAll()
      .where('experiment_key', '=', experimentKey)
      .where('name', 'in', [...new Set(slice.map((value) => value.name))])
      .execute();
    const rows = new Map(present.map((row) => [row.name, row]));
    for (const value of slice) rows.set(value.name, merged(rows.get(value.name), experimentKey, value));
    await trx
      .insertInto(table)
      .values([...rows.values()])
      .onConflict((conflict) =>
        conflict.columns(['experiment_key', 'name']).doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          value_number: eb.ref('excluded.value_number'),
          value_type: eb.ref('excluded.value_type'),
          value_min: eb.ref('excluded.value_min'),
          value_max: eb.ref('excluded.value_max'),
          updated_at: eb.ref('excluded.updated_at'),
          timestamp_min: eb.ref('excluded.timestamp_min'),
          timestamp_max: eb.ref('excluded.timestamp_max'),
        })),
      )
      .execute();
  }
}

/** Returns the parameters or other items of an experiment, ordered by name. */
export async function readValues(db: Executor, table: ValueTable, experimentKey: string): Promise<ValueRow[]> {
  return await db.selectFrom(table).selectAll().where('experiment_key', '=', experimentKey).orderBy('name').execute();
}
