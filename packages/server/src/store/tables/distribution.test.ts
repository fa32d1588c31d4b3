import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testService } from '../../testing/test-service.ts';
import type { Store } from '../database/store.ts';
import { areaSchemas } from './schema.ts';

/*
 * Constraints of a cluster of PostgreSQL nodes with tables distributed by `experiment_key`: every key of a
 * distributed table starts with that column, and no table references another.
 */

const spread = areaSchemas.flatMap((area) => area.byExperiment);
const whole = areaSchemas.flatMap((area) => area.reference);

interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

test('every table is listed as distributed or local, once', async (t) => {
  const { store } = await testService(t);
  const tables = (store.dialect === 'sqlite' ? await sqliteTables(store.db) : await postgresTables(store.db)).sort();
  assert.deepEqual([...spread, ...whole].sort(), tables);
});

test('every primary and unique key of a distributed table begins with the experiment', async (t) => {
  const { store } = await testService(t);
  const keys = store.dialect === 'sqlite' ? await sqliteKeys(store.db) : await postgresKeys(store.db);
  const ofSpread = keys.filter(({ table }) => spread.includes(table));
  assert.deepEqual([...new Set(ofSpread.map(({ table }) => table))].sort(), [...spread].sort(), 'each has a key');
  for (const { table, name, columns } of ofSpread) assert.equal(columns[0], 'experiment_key', `${table}.${name}`);
});

test('no table has foreign keys', async (t) => {
  const { store } = await testService(t);
  if (store.dialect === 'postgres') {
    const found = await sql`select conname from pg_constraint where contype = 'f'`.execute(store.db);
    assert.deepEqual(found.rows, []);
    return;
  }
  for (const table of [...spread, ...whole]) {
    const found = await sql`select * from pragma_foreign_key_list(${table})`.execute(store.db);
    assert.deepEqual(found.rows, [], table);
  }
});

type Db = Store['db'];

async function sqliteTables(db: Db): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name);
}

/** Returns the tables of this store only: other tests use other schemas of the same database. */
async function postgresTables(db: Db): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  return found.rows.map(({ name }) => name);
}

async function sqliteKeys(db: Db): Promise<Key[]> {
  const found = await sql<{ table: string; name: string; column: string }>`
    select m.name as "table", i.name as name, c.name as "column"
    from sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    where m.type = 'table' and i."unique" = 1 order by m.name, i.name, c.seqno`.execute(db);
  return grouped(found.rows);
}

async function postgresKeys(db: Db): Promise<Key[]> {
  const found = await sql<{ table: string; name: string; column: string }>`
    select t.relname as "table", i.relname as name, a.attname as "column"
    from pg_index x
    join pg_class t on t.oid = x.indrelid
    join pg_class i on i.oid = x.indexrelid
    join lateral unnest(x.indkey) with ordinality as k(attnum, place) on true
    join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
    where x.indisunique and t.relnamespace = current_schema()::regnamespace
    order by t.relname, i.relname, k.place`.execute(db);
  return grouped(found.rows);
}

function grouped(rows: readonly { table: string; name: string; column: string }[]): Key[] {
  return [...Map.groupBy(rows, ({ table, name }) => `${table} ${name}`).values()].map((of) => ({
    table: of[0]!.table,
    name: of[0]!.name,
    columns: of.map(({ column }) => column),
  }));
}
