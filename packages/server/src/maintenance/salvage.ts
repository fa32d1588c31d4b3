import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { openDatabase } from '../store/database.ts';
import { syncFolder } from '../store/durable-files.ts';
import { DatabaseSync } from '../store/sqlite-module.ts';
import { counted } from './problem.ts';

type Database = InstanceType<typeof DatabaseSync>;
type Row = Record<string, SQLInputValue>;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const rowid = 'salvaged_rowid';

/**
 * Copies the rows of a table, reading from both of its ends until a damaged page. Returns whether all rows were read.
 */
function copyTable(from: Database, to: Database, table: string): { rows: number; whole: boolean } {
  const insert = (row: Row) => {
    const { [rowid]: _, ...values } = row;
    const columns = Object.keys(values);
    const placeholders = columns.map(() => '?').join(', ');
    const text = `insert or replace into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${placeholders})`;
    to.prepare(text).run(...Object.values(values));
  };
  let rows = 0;
  let last = Number.NEGATIVE_INFINITY;
  const select = `select rowid as ${rowid}, * from ${quoted(table)} order by rowid`;
  to.exec('begin');
  try {
    for (const row of from.prepare(select).iterate() as IterableIterator<Row>) {
      insert(row);
      rows++;
      last = row[rowid] as number;
    }
    return { rows, whole: true };
  } catch {
    try {
      for (const row of from.prepare(`${select} desc`).iterate() as IterableIterator<Row>) {
        if ((row[rowid] as number) <= last) break;
        insert(row);
        rows++;
      }
    } catch {
      // Rows between the two damaged pages are lost.
    }
    return { rows, whole: false };
  } finally {
    to.exec('commit');
  }
}

/**
 * Writes the readable rows of a damaged database to a new one. The damaged one is renamed.
 *
 * @returns a description of the result for the user
 * @throws Error when nothing can be read; the damaged database then has its own name again.
 */
export async function salvage(folder: string): Promise<string> {
  const file = join(folder, 'tracklens.db');
  const damagedFile = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  const endings = ['', '-wal'];
  for (const ending of endings) if (existsSync(file + ending)) await rename(file + ending, damagedFile + ending);
  let rows = 0;
  const torn: string[] = [];
  try {
    const fresh = await openDatabase(folder);
    await fresh.close();
    const [from, to] = [new DatabaseSync(damagedFile), new DatabaseSync(file)];
    try {
      const tables = to
        .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
        .all();
      for (const { name } of tables as { name: string }[]) {
        const copied = copyTable(from, to, name);
        rows += copied.rows;
        if (!copied.whole) torn.push(name);
      }
    } finally {
      from.close();
      to.close();
    }
    if (rows === 0) throw new Error('none of its rows can be read');
  } catch (error) {
    for (const ending of endings) {
      await rm(file + ending, { force: true });
      if (existsSync(damagedFile + ending)) await rename(damagedFile + ending, file + ending);
    }
    throw new Error(
      `Nothing of ${file} can be saved (${(error as Error).message}). Restore a backup with "tracklens restore".`,
      { cause: error },
    );
  }
  await syncFolder(folder);
  const lost = torn.length === 0 ? 'all tables could be read' : `rows of ${torn.join(', ')} are lost`;
  return `saved ${counted(rows, 'row')} into a new database; ${lost}; the damaged one is stored as ${damagedFile}`;
}
