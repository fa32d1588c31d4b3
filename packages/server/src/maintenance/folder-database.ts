import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import * as v from 'valibot';
import { apiKeyFileOf } from '../data-folder/data-folder.ts';
import { readServiceFile } from '../data-folder/service-file.ts';
import { startFailure } from '../data-folder/start-failure.ts';
import { nodeSqlite } from '../store/node-sqlite.ts';
import { postgresDialect } from '../store/postgres.ts';
import type { Tables } from '../store/schema.ts';
import { ofPostgres, snapshotPath } from './maintenance-routes.ts';

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

/** Opens a SQLite file without changing its tables. */
export function openSqliteFile(file: string): { db: Kysely<Tables>; copyTo: (path: string) => Promise<void> } {
  const { dialect, copyTo } = nodeSqlite(file);
  return { db: new Kysely<Tables>({ dialect }), copyTo: (path) => copyTo(path, () => {}) };
}

const FirstLine = v.object({ snapshot: v.string() });
const ErrorBody = v.object({ msg: v.string() });

/** Requests a snapshot from the running service of a folder; null when none runs. */
async function snapshotOfService(folder: string): Promise<{ path: string; release(): void } | null> {
  const announced = await readServiceFile(folder).catch(() => null);
  if (announced === null) return null;
  const apiKey = (await readFile(apiKeyFileOf(folder), 'utf8').catch(() => '')).trim();
  const ending = new AbortController();
  const response = await fetch(announced.url + snapshotPath, {
    method: 'POST',
    headers: { authorization: apiKey },
    redirect: 'error',
    signal: ending.signal,
  }).catch(() => null);
  // The service was killed and did not remove its service file.
  if (response === null) return null;
  if (!response.ok) {
    const errorBody = v.safeParse(ErrorBody, await response.json().catch(() => null));
    throw new Error(
      errorBody.success
        ? `${errorBody.output.msg}.`
        : `The service at ${announced.url} returned no snapshot (status ${response.status}). Stop it, or update it.`,
    );
  }
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('\n')) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The service at ${announced.url} ended while it made a snapshot. Try again.`);
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
 * Opens the database of a data folder. While a service runs, it is a copy, and no file of an asset is removed until
 * it is closed. Otherwise it is the database itself, and no service can start until it is closed.
 */
export async function openFolderDatabase(folder: string): Promise<FolderDatabase> {
  const snapshot = await snapshotOfService(folder);
  const file = snapshot?.path ?? databaseFileOf(folder);
  try {
    const { db } = openSqliteFile(file);
    return {
      db,
      file,
      isCopy: snapshot !== null,
      async close() {
        await db.destroy();
        snapshot?.release();
      },
    };
  } catch (error) {
    snapshot?.release();
    throw await openFailure(error, folder);
  }
}

/** Opens the records of a service for reading: in PostgreSQL if a URL is given, else like `openFolderDatabase`. */
export async function openRecords(
  folder: string,
  databaseUrl: string | undefined,
): Promise<{ readonly db: Kysely<Tables>; close(): Promise<void> }> {
  if (databaseUrl) {
    const db = new Kysely<Tables>({ dialect: await postgresDialect(databaseUrl) });
    return { db, close: () => db.destroy() };
  }
  requireSqlite(folder, databaseUrl);
  return await openFolderDatabase(folder);
}

/** Calls `work` with a temporary copy of a folder's database, a file in the same data folder. */
export async function withDatabaseCopy<T>(folder: string, work: (file: string) => Promise<T>): Promise<T> {
  const snapshot = await snapshotOfService(folder);
  try {
    if (snapshot !== null) return await work(snapshot.path);
    const opened = await openForCopy(folder);
    const file = join(folder, 'incoming', `${randomUUID()}.snapshot`);
    try {
      await mkdir(join(folder, 'incoming'), { recursive: true, mode: 0o700 });
      await opened.copyTo(file);
      return await work(file);
    } finally {
      await rm(file, { force: true });
      await opened.db.destroy();
    }
  } finally {
    snapshot?.release();
  }
}

/** Returns the error for the user when the database of a folder cannot be opened. */
async function openFailure(error: unknown, folder: string): Promise<Error> {
  if (/locked|busy/i.test((error as Error).message)) {
    return new Error(`Another process is using ${folder}, and no service responds there. Stop it, then try again.`);
  }
  return await startFailure(error, { dataFolder: folder, databaseUrl: undefined });
}

async function openForCopy(folder: string): Promise<ReturnType<typeof openSqliteFile>> {
  try {
    return openSqliteFile(databaseFileOf(folder));
  } catch (error) {
    throw await openFailure(error, folder);
  }
}
