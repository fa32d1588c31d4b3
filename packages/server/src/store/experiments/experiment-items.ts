import type { Executor } from '../database/executor.ts';
import { slicesOf } from '../database/slices.ts';
import type { Store } from '../database/store.ts';
import type { TextKind, ValueRow } from '../tables/item-tables.ts';
import { parseValueText } from '../tables/value-text.ts';
import { writeEnvironment } from './experiment-environment.ts';
import { withExperimentLock } from './experiment-lock.ts';

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

/** Number of tags or values that one statement inserts: each binds several variables. */
const rowsPerStatement = 500;

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
  const rows = [...new Set(tags)].map((tag, index) => ({
    experiment_key: experimentKey,
    tag,
    position: first + index,
    added_at: now,
  }));
  for (const slice of slicesOf(rows, rowsPerStatement)) {
    await trx
      .insertInto('experiment_tags')
      .values(slice)
      .onConflict((conflict) => conflict.columns(['experiment_key', 'tag']).doNothing())
      .execute();
  }
}

/** Removes tags from an experiment. Runs inside `withExperimentLock`. */
export async function removeTags(trx: Executor, experimentKey: string, tags: readonly string[]): Promise<void> {
  for (const slice of slicesOf(tags)) {
    await trx
      .deleteFrom('experiment_tags')
      .where('experiment_key', '=', experimentKey)
      .where('tag', 'in', slice)
      .execute();
  }
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

/** Logs parameters or other items and updates the minimum and maximum of each. Runs inside `withExperimentLock`. */
export async function logValues(
  trx: Executor,
  table: ValueTable,
  experimentKey: string,
  values: readonly LoggedValue[],
): Promise<void> {
  for (const slice of slicesOf(values, rowsPerStatement)) {
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

/** Deletes a parameter of an experiment; does nothing if it does not exist. */
export async function removeParameter(db: Executor, experimentKey: string, name: string): Promise<void> {
  await db
    .deleteFrom('experiment_parameters')
    .where('experiment_key', '=', experimentKey)
    .where('name', '=', name)
    .execute();
}
