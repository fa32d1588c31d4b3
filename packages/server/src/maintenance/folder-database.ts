import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import * as v from 'valibot';
import { storedKey } from '../data-folder/data-folder.ts';
import { respondingService } from '../data-folder/service-file.ts';
import { startFailure } from '../data-folder/start-failure.ts';
import { isBusy, nodeSqlite } from '../store/database/node-sqlite.ts';
import { postgresDialect } from '../store/database/postgres.ts';
import { schemaVersion, versionOf } from '../store/schema-changes.ts';
import type { Tables } from '../store/tables/schema.ts';
import { ofPostgres, removeCopy, snapshotPath } from './maintenance-routes.ts';

/** Database of a data folder, opened for a maintenance command. */
export interface FolderDatabase {
  readonly db: Kysely<Tables>;
  /** Whether a service runs on the folder, so that this is a copy of its database. */
  readonly isCopy: boolean;
  /** Path of the open file. */
  readonly file: string;
  close(): Promise<void>;
}

const databaseFileOf = (folder: string) => join(folder, 'tracklens.db');

/** Open SQLite file. */
interface SqliteFile {
  readonly db: Kysely<Tables>;
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a SQLite file without changing its tables. */
export function openSqliteFile(file: string): SqliteFile {
  const { dialect, copyTo } = nodeSqlite(file);
  const db = new Kysely<Tables>({ dialect });
  return {
    db,
    copyTo: (path) => copyTo(path, () => {}),
    async close() {
      // Kysely closes only a database that was used.
      await db.connection().execute(async () => {});
      await db.destroy();
    },
  };
}

const FirstLine = v.object({ snapshot: v.string() });
const ErrorBody = v.object({ msg: v.string() });

/** Copy of the database that a running service makes. It exists until it is released. */
interface Snapshot {
  readonly path: string;
  release(): void;
}

/**
 * Requests a snapshot from the service that uses a folder.
 *
 * @throws Error when no service responds, or when it makes no snapshot.
 */
async function serviceSnapshot(folder: string): Promise<Snapshot> {
  const inUse = `Another process is using ${folder}, and no service responds there. Stop it, then try again.`;
  const service = await respondingService(folder).catch(() => null);
  if (service === null) throw new Error(inUse);
  const apiKey = await storedKey(folder);
  const ending = new AbortController();
  const response = await fetch(service.url + snapshotPath, {
    method: 'POST',
    headers: { authorization: apiKey },
    redirect: 'error',
    signal: ending.signal,
  }).catch(() => {
    throw new Error(inUse);
  });
  if (!response.ok) {
    const errorBody = v.safeParse(ErrorBody, await response.json().catch(() => null));
    throw new Error(
      errorBody.success
        ? `${errorBody.output.msg}.`
        : `The service at ${service.url} returned no snapshot (status ${response.status}). Stop it, or update it.`,
    );
  }
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('\n')) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The service at ${service.url} ended while it made a snapshot. Try again.`);
    text += value;
  }
  const { snapshot } = v.parse(FirstLine, JSON.parse(text.split('\n', 1)[0]!));
  return {
    path: snapshot,
    release() {
      reader.cancel().catch(() => {});
      ending.abort();
    },
  };
}

/**
 * Throws unless the records of a folder are in SQLite.
 *
 * @throws Error when the folder has no SQLite database, or a PostgreSQL URL is given.
 */
export function requireSqlite(folder: string, databaseUrl: string | undefined): void {
  if (databaseUrl) throw new Error(`${ofPostgres}.`);
  if (!existsSync(databaseFileOf(folder))) {
    throw new Error(`There is no tracklens.db in ${folder}. Give the data folder with --data.`);
  }
}

/**
 * Opens the database of a folder; null while another process uses it. The lock decides this, since the file of a killed
 * service may name the port of another program, which must not get the API key.
 *
 * @throws Error when a service runs on the folder that does not use its database.
 */
async function openUnlocked(folder: string): Promise<SqliteFile | null> {
  let opened: SqliteFile;
  try {
    opened = openSqliteFile(databaseFileOf(folder));
  } catch (error) {
    if (isBusy(error)) return null;
    throw await startFailure(error, { dataFolder: folder, databaseUrl: undefined });
  }
  if ((await respondingService(folder).catch(() => null)) === null) return opened;
  await opened.close();
  throw new Error(`${ofPostgres}.`);
}

/**
 * Opens the database of a data folder. While a service runs, it is a copy, and no file of an asset is removed until
 * it is closed. Otherwise it is the database itself, and no service can start until it is closed.
 */
export async function openFolderDatabase(folder: string): Promise<FolderDatabase> {
  const opened = await openUnlocked(folder);
  if (opened !== null) {
    return { db: opened.db, file: databaseFileOf(folder), isCopy: false, close: () => opened.close() };
  }
  const snapshot = await serviceSnapshot(folder);
  try {
    const copy = openSqliteFile(snapshot.path);
    return {
      db: copy.db,
      file: snapshot.path,
      isCopy: true,
      async close() {
        await copy.close();
        snapshot.release();
      },
    };
  } catch (error) {
    snapshot.release();
    throw await startFailure(error, { dataFolder: folder, databaseUrl: undefined });
  }
}

/**
 * Checks the version of the tables of a database, since this program would misread those of another version.
 *
 * @throws Error that says what to update
 */
export async function requireCurrentVersion(db: Kysely<Tables>): Promise<void> {
  const version = await versionOf(db);
  if (version === schemaVersion) return;
  throw new Error(
    version !== null && version > schemaVersion
      ? `The data was written by a newer version (schema ${version}). Update tracklens, then try again.`
      : 'The data was written by an older version. Start the service once to update it, then try again.',
  );
}

/**
 * Opens the records of a service for reading: in PostgreSQL if a URL is given, else like `openFolderDatabase`.
 *
 * @throws Error with the cause and the remedy when the database cannot be used, or has the tables of another version.
 */
export async function openRecords(
  folder: string,
  databaseUrl: string | undefined,
): Promise<{ readonly db: Kysely<Tables>; close(): Promise<void> }> {
  const opened = databaseUrl ? await openPostgres(databaseUrl) : await openSqliteFolder(folder);
  try {
    await requireCurrentVersion(opened.db);
    return opened;
  } catch (error) {
    await opened.close();
    throw await startFailure(error, { dataFolder: folder, databaseUrl });
  }
}

async function openPostgres(databaseUrl: string) {
  const db = new Kysely<Tables>({ dialect: await postgresDialect(databaseUrl) });
  return { db, close: () => db.destroy() };
}

async function openSqliteFolder(folder: string) {
  requireSqlite(folder, undefined);
  return await openFolderDatabase(folder);
}

/** Calls `work` with a temporary copy of a folder's database, a file in the same data folder. */
export async function withDatabaseCopy<T>(folder: string, work: (file: string) => Promise<T>): Promise<T> {
  const opened = await openUnlocked(folder);
  if (opened === null) {
    const snapshot = await serviceSnapshot(folder);
    return await work(snapshot.path).finally(() => snapshot.release());
  }
  const file = join(folder, 'incoming', `${randomUUID()}.snapshot`);
  try {
    await mkdir(join(folder, 'incoming'), { recursive: true, mode: 0o700 });
    await opened.copyTo(file).catch(async (error: unknown) => {
      throw await startFailure(error, { dataFolder: folder, databaseUrl: undefined });
    });
    return await work(file);
  } finally {
    await removeCopy(file);
    await opened.close();
  }
}
