import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { restoreCommand } from '../data-folder/typed-command.ts';
import { errorResponseOf } from '../errors/service-error.ts';
import { isBusy } from '../store/database/node-sqlite.ts';
import { DatabaseSync } from '../store/database/sqlite-module.ts';
import { moveFile, writeNewFile } from '../store/disk/durable-files.ts';
import { openDatabase } from '../store/open-database.ts';
import { schemaVersion } from '../store/schema-changes.ts';
import { counted } from './counted.ts';

type Database = InstanceType<typeof DatabaseSync>;
type Row = Record<string, SQLInputValue>;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const rowid = 'salvaged_rowid';

/** Primary result codes of SQLite for a row whose values the table does not accept. */
const rejectedRow: ReadonlySet<number> = new Set([19, 20]);

/** Inserts a row. Returns false if damage has changed it so that the table does not accept it. */
function insertRow(to: Database, table: string, { [rowid]: _, ...values }: Row): boolean {
  const columns = Object.keys(values);
  const placeholders = columns.map(() => '?').join(', ');
  const text = `insert or replace into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${placeholders})`;
  try {
    to.prepare(text).run(...Object.values(values));
    return true;
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode !== undefined && rejectedRow.has(errcode & 0xff)) return false;
    throw error;
  }
}

/**
 * Copies the rows of a table, reading from both of its ends until a damaged page. Returns whether all rows were copied.
 * An error of the new database, such as that of a full disk, is thrown.
 */
function copyTable(from: Database, to: Database, table: string): { rows: number; whole: boolean } {
  let [rows, whole, last] = [0, true, Number.NEGATIVE_INFINITY];
  function* readableRows(order: 'asc' | 'desc'): Generator<Row> {
    const rowsInOrder = `select rowid as ${rowid}, * from ${quoted(table)} order by rowid ${order}`;
    try {
      yield* from.prepare(rowsInOrder).iterate() as IterableIterator<Row>;
    } catch {
      // A damaged page. Rows between the first and the last one are lost.
      whole = false;
    }
  }
  const insert = (row: Row) => {
    if (insertRow(to, table, row)) rows++;
    else whole = false;
  };
  to.exec('begin');
  for (const row of readableRows('asc')) {
    insert(row);
    last = row[rowid] as number;
  }
  if (!whole) {
    for (const row of readableRows('desc')) {
      if ((row[rowid] as number) <= last) break;
      insert(row);
    }
  }
  to.exec('commit');
  return { rows, whole };
}

/** Returns the version of the tables of a damaged database; null if it cannot be read. */
function readVersion(file: string): number | null {
  const database = new DatabaseSync(file);
  try {
    // Reads the table without its index, which may be damaged.
    const row = database.prepare("select value from service_facts where +name = 'schema-version'").get();
    const version = Number(row?.value);
    return version > 0 ? version : null;
  } catch {
    return null;
  } finally {
    database.close();
  }
}

/** Returns the names of the columns of each table of a database. */
function columnsByTable(database: Database): Map<string, unknown[]> {
  const tables = database.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'");
  const columns = database.prepare('select name from pragma_table_info(?) order by name');
  return new Map(
    (tables.all() as { name: string }[]).map(({ name }) => [name, columns.all(name).map((column) => column.name)]),
  );
}

/** Creates the tables and indexes of a database in another one. */
function copySchema(from: Database, to: Database): void {
  const statements = from
    .prepare(
      "select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by type <> 'table'",
    )
    .all() as { sql: string }[];
  for (const { sql } of statements) to.exec(sql);
}

/**
 * Copies the readable rows of a damaged database to a new one. It gets the same tables, so that those of an earlier
 * version are migrated at the next start; the current tables if the version is unknown, which must be the same.
 *
 * @returns the number of copied rows, and the names of the tables that could not be read to their end
 */
async function copyDatabase(damagedFile: string, file: string, version: number | null) {
  if (version === null) await (await openDatabase(dirname(file))).close();
  else await writeNewFile(file, '');
  const [from, to] = [new DatabaseSync(damagedFile), new DatabaseSync(file)];
  try {
    // A service that is started meanwhile would lock it: what could not be read then would count as damaged.
    from.exec('pragma locking_mode = exclusive');
    if (version !== null) copySchema(from, to);
    const tables = columnsByTable(from);
    if (!isDeepStrictEqual(tables, columnsByTable(to))) throw new Error('the version of its tables cannot be read');
    const torn: string[] = [];
    let rows = 0;
    for (const table of tables.keys()) {
      const copied = copyTable(from, to, table);
      rows += copied.rows;
      if (!copied.whole) torn.push(table);
    }
    return { rows, torn };
  } finally {
    from.close();
    to.close();
  }
}

/**
 * Replaces a damaged database by a new one. The damaged one gets another name, as a link first: without a database of
 * its name, the next service would create an empty one.
 */
async function replaceDatabase(file: string, draft: string, damagedFile: string): Promise<void> {
  // Some file systems have no links, such as exFAT.
  await link(file, damagedFile).catch(() => rename(file, damagedFile));
  for (const ending of ['-wal', '-journal']) {
    if (existsSync(file + ending)) await rename(file + ending, damagedFile + ending);
  }
  await moveFile(draft, file);
}

/**
 * Writes the readable rows of a damaged database to a new one. The damaged one is renamed once the new one is complete.
 *
 * @returns a description of the result for the user
 * @throws Error when a newer version wrote the database, and when nothing can be read or the disk is full; the damaged
 * database then has its name and is not changed.
 */
export async function salvage(folder: string): Promise<string> {
  const file = join(folder, 'tracklens.db');
  const version = readVersion(file);
  if (version !== null && version > schemaVersion) {
    throw new Error(`The data was written by a newer version (schema ${version}). Update tracklens to repair it.`);
  }
  // What a killed repair leaves there is deleted at the next start of the service.
  const draftFolder = join(folder, 'incoming', randomUUID());
  const draft = join(draftFolder, 'tracklens.db');
  const damagedFile = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  let copied: Awaited<ReturnType<typeof copyDatabase>>;
  try {
    await mkdir(draftFolder, { recursive: true, mode: 0o700 });
    copied = await copyDatabase(file, draft, version);
    if (copied.rows === 0) throw new Error('none of its rows can be read');
    await replaceDatabase(file, draft, damagedFile);
  } catch (error) {
    const { message } = error as Error;
    if (isBusy(error)) throw new Error(`A service runs on ${folder}. Stop it, then repair.`, { cause: error });
    throw new Error(
      errorResponseOf(error)?.status === 507
        ? `The repair cannot write a new database into ${folder} (${message}). Free space there, then run it again. ${file} is unchanged.`
        : `Nothing of ${file} can be saved (${message}). Restore a backup: ${restoreCommand()}`,
      { cause: error },
    );
  } finally {
    await rm(draftFolder, { recursive: true, force: true });
  }
  const { rows, torn } = copied;
  const lost = torn.length === 0 ? 'all tables could be read' : `rows of ${torn.join(', ')} are lost`;
  return `saved ${counted(rows, 'row')} into a new database; ${lost}; the damaged one is stored as ${damagedFile}`;
}
