import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import { replaceFile } from '../disk/durable-files.ts';

/*
 * Matches a data folder with its database: both store the same id. Unreferenced files are only removed if the ids
 * match. Otherwise a service started with another database, or with a new one in an old folder, would remove every
 * file.
 */

const fact = 'folder-id';

/** Name of the file that stores the id of a data folder. */
export const folderIdFile = 'folder-id';

type DataLocation = Pick<Store, 'db' | 'folder'>;

async function idOfFolder(folder: string): Promise<string | null> {
  return await readFile(join(folder, folderIdFile), 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );
}

async function idOfDatabase(db: Executor): Promise<string | null> {
  const row = await db.selectFrom('service_facts').select('value').where('name', '=', fact).executeTakeFirst();
  return row?.value ?? null;
}

async function hasFiles(folder: string): Promise<boolean> {
  return (await readdir(join(folder, 'assets')).catch(() => [])).length > 0;
}

async function hasRecordsOfFiles(db: Executor): Promise<boolean> {
  const row = await db
    .selectFrom('assets')
    .select('asset_id')
    .where('sha256', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the files of a data folder belong to its database. */
export async function filesBelongToDatabase({ db, folder }: DataLocation): Promise<boolean> {
  const id = await idOfDatabase(db);
  return id !== null && id === (await idOfFolder(folder));
}

/**
 * Assigns a common id to a data folder and its database if the folder has no files, or if neither has an id yet and
 * the database has records of files. Returns whether the ids match.
 */
export async function identifyFolder(location: DataLocation): Promise<boolean> {
  const { db, folder } = location;
  const [ofDatabase, ofFolder] = await Promise.all([idOfDatabase(db), idOfFolder(folder)]);
  if (ofDatabase !== null && ofDatabase === ofFolder) return true;
  const unknownFiles = await hasFiles(folder);
  if (ofDatabase !== null || ofFolder !== null) {
    if (unknownFiles) return false;
  } else if (unknownFiles && !(await hasRecordsOfFiles(db))) return false;
  const value = ofDatabase ?? randomUUID();
  await db
    .insertInto('service_facts')
    .values({ name: fact, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  await replaceFile(join(folder, folderIdFile), `${await idOfDatabase(db)}\n`);
  return true;
}
