import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '../store/database/sqlite-module.ts';

/** Overwrites part of the page on which a table of a data folder starts. */
export async function damagePage(folder: string, table: string, at: number): Promise<void> {
  const path = join(folder, 'tracklens.db');
  const database = new DatabaseSync(path);
  const { rootpage } = database.prepare('select rootpage from sqlite_master where name = ?').get(table)!;
  database.close();
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(200, 0x5a), 0, 200, (Number(rootpage) - 1) * 4096 + at);
  await file.close();
}
