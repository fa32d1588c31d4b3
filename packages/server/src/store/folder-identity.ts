import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './durable-files.ts';
import type { Executor, Store } from './store.ts';

/*
 * A data folder and the database of its records carry the same id. Files that no record refers to are removed only where it agrees:
 * a service that is started on another database, or on a new one in an old folder, would else remove every file.
 */

const fact = 'folder-id';

/** Name of the file with the id of a data folder. */
export const folderIdFile = 'folder-id';

type Place = Pick<Store, 'db' | 'folder'>;

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

/** Whether the files of a data folder are those that its database refers to. */
export async function filesBelongToDatabase({ db, folder }: Place): Promise<boolean> {
  const id = await idOfDatabase(db);
  return id !== null && id === (await idOfFolder(folder));
}

/** Gives a data folder and its database one id, where neither has one or the folder has no files. Returns whether they agree. */
export async function identifyFolder(place: Place): Promise<boolean> {
  const { db, folder } = place;
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
