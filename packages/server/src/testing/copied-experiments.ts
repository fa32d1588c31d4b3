import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../store/database/store.ts';
import { areaSchemas } from '../store/tables/schema.ts';

/** Number of experiments that are copied. Their keys end with their number. */
export const copiedTogether = 1000;

/** Last digits of a key: those of the original, and before them those of the number of the copy. */
const digits = 3;
const copyDigits = 6;
const keyLength = 32;
const numberPrefix = 'experiment';

/** Returns the key of the experiment with a number. */
export const seededKey = (experiment: number): string =>
  numberPrefix + String(experiment).padStart(keyLength - numberPrefix.length, '0');

/** Columns of a copy that differ from the original, by name. `copy` is its number, from 1. */
const changedColumns: Readonly<Record<string, RawBuilder<unknown>>> = {
  experiment_key: sql`substr(experiment_key, 1, ${sql.lit(keyLength - digits - copyDigits)})
    || substr(cast(${sql.lit(10 ** copyDigits)} + copy as text), 2)
    || substr(experiment_key, ${sql.lit(keyLength - digits + 1)})`,
  name: sql`'run ' || (cast(substr(name, 5) as integer) + copy * ${sql.lit(copiedTogether)})`,
  ...Object.fromEntries(
    ['start_time', 'end_time', 'last_alive', 'last_updated'].map((name) => [
      name,
      sql`${sql.ref(name)} + copy * ${sql.lit(copiedTogether * 1000)}`,
    ]),
  ),
};

/** Drops the indexes that are not part of a key. They are created again when the store is opened. */
async function dropIndexes({ db, dialect }: Pick<Store, 'db' | 'dialect'>): Promise<void> {
  const listed =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and sql is not null`
      : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema()
          and indexname not in (select conname from pg_constraint)`;
  for (const { name } of (await listed.execute(db)).rows) await sql`drop index ${sql.ref(name)}`.execute(db);
}

/**
 * Copies the experiments with the first thousand numbers, which are named `run 0` and so on, with all their rows until
 * there are `count`, each table by one statement. Drops the indexes, which opening the store creates again: that is
 * much faster than maintaining them for millions of rows.
 */
export async function copyExperiments({ db, dialect }: Pick<Store, 'db' | 'dialect'>, count: number): Promise<void> {
  const copies = Math.ceil(count / copiedTogether) - 1;
  if (copies < 1) return;
  await dropIndexes({ db, dialect });
  const known = await db.introspection.getTables();
  const last = sql.lit(copies);
  const numbers =
    dialect === 'sqlite'
      ? sql`(with recursive numbers (copy) as (select 1 union all select copy + 1 from numbers where copy < ${last})
          select copy from numbers) as copies`
      : sql`generate_series(1, ${last}) as copies (copy)`;
  for (const table of areaSchemas.flatMap((area) => area.byExperiment)) {
    const columns = known.find(({ name }) => name === table)!.columns.map(({ name }) => name);
    const values = columns.map((name) =>
      name === 'experiment_key' || table === 'experiments' ? (changedColumns[name] ?? sql.ref(name)) : sql.ref(name),
    );
    // A cross join keeps SQLite from changing the order, which is that of the key.
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from ${numbers} cross join ${sql.table(table)}
      where experiment_key < ${sql.lit(seededKey(copiedTogether))}`.execute(db);
  }
}

/** Updates the statistics of a server, as it does by itself later. SQLite has none unless it is asked for them. */
export async function analyze({ db, dialect }: Pick<Store, 'db' | 'dialect'>): Promise<void> {
  if (dialect === 'postgres') await sql`vacuum analyze`.execute(db);
}
