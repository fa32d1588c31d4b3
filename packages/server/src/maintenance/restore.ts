import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Entry, ZipFile } from 'yauzl';
import { makeFolder, moveToFreeName, syncFolder } from '../store/disk/durable-files.ts';
import { schemaVersion, versionOf } from '../store/schema-changes.ts';
import { openSqliteFile } from './folder-database.ts';

/** Result of a restore. */
export interface RestoreReport {
  readonly experiments: number;
  readonly files: number;
}

/** Names of files in a backup; an archive with other names is rejected. */
const memberNames = /^(?:tracklens\.db|api-key|folder-id|assets\/([0-9a-f]{2})\/\1[0-9a-f]{62})$/;

const database = 'tracklens.db';
/**
 * Temporary name of the database until all other files are written, so that an interrupted restore is not mistaken
 * for a data folder.
 */
const unfinished = 'tracklens.db.restoring';

const damaged = (file: string, why: string) =>
  new Error(`${file} is not a complete backup of Tracklens (${why}). Use another copy of it.`);

async function openArchive(file: string): Promise<ZipFile> {
  const yauzl = (await import('yauzl')).default;
  return await new Promise((done, fail) =>
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error: NodeJS.ErrnoException | null, zip) => {
      if (error === null) done(zip);
      else if (error.syscall !== undefined)
        fail(new Error(`The backup cannot be read (${error.message}). Check the path.`));
      else fail(damaged(file, error.message));
    }),
  );
}

function entriesOf(zip: ZipFile, file: string): Promise<Entry[]> {
  return new Promise((done, fail) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      if (!memberNames.test(entry.fileName))
        return fail(damaged(file, `it has an unexpected file ${JSON.stringify(entry.fileName)}`));
      entries.push(entry);
      zip.readEntry();
    });
    zip.once('end', () => done(entries));
    zip.once('error', (error: Error) => fail(damaged(file, error.message)));
    zip.readEntry();
  });
}

const openEntry = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((done, fail) =>
    zip.openReadStream(entry, (error, stream) => (error === null ? done(stream) : fail(error))),
  );

/** Writes one file, syncs it to disk, closes it and verifies its checksums. */
async function writeMember(zip: ZipFile, entry: Entry, handle: FileHandle, signal: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  let checksum = 0;
  try {
    for await (const piece of (await openEntry(zip, entry)) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      hash.update(piece);
      checksum = crc32(piece, checksum);
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  const expected = memberNames.exec(entry.fileName)?.[1] === undefined ? null : entry.fileName.split('/')[2];
  if (checksum !== entry.crc32 || (expected !== null && hash.digest('hex') !== expected)) {
    throw new Error(`the content of ${entry.fileName} is damaged`);
  }
}

/** Checks the database of a backup; returns the number of its experiments. */
async function checkDatabase(path: string): Promise<number> {
  const { db } = openSqliteFile(path);
  try {
    const version = await versionOf(db);
    if (version === null) throw new Error('its database has no tables of Tracklens');
    if (version > schemaVersion) throw new Error(`a newer version of Tracklens wrote it: update Tracklens`);
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
    if (rows[0]?.integrity_check !== 'ok') throw new Error(`its database is damaged: ${rows[0]?.integrity_check}`);
    const { count } = await db
      .selectFrom('experiments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  } finally {
    await db.destroy();
  }
}

/**
 * Restores a backup to an empty or missing folder. Every file is verified against its checksum, and synced to disk
 * before this returns. After a failure none of them is left.
 *
 * @param signal cancels the restore.
 * @throws Error when the folder is not empty, and for an archive that is damaged or not a backup.
 */
export async function restore(
  file: string,
  dataFolder: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<RestoreReport> {
  const [archive, folder] = [resolve(file), resolve(dataFolder)];
  const present: string[] = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`${folder} cannot be the data folder (${error.message}). Give another with --data.`);
  });
  if (present.includes(unfinished)) {
    throw new Error(`${folder} has a part of a backup, whose restore was interrupted. Delete it, then try again.`);
  }
  if (present.length > 0) {
    throw new Error(
      `${folder} is not empty, and existing files are not replaced. Give an empty or a new folder with --data.`,
    );
  }
  const zip = await openArchive(archive);
  const folders = new Set<string>();
  const written: string[] = [];
  try {
    const entries = await entriesOf(zip, archive);
    if (!entries.some(({ fileName }) => fileName === database)) throw damaged(archive, 'it has no tracklens.db');
    await makeFolder(folder);
    folders.add(folder);
    for (const entry of entries) {
      const path = join(folder, entry.fileName === database ? unfinished : entry.fileName);
      if (!folders.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      folders.add(dirname(path)).add(dirname(dirname(path)));
      const handle = await open(path, 'wx', 0o600);
      written.push(path);
      await writeMember(zip, entry, handle, signal);
    }
    const experiments = await checkDatabase(join(folder, unfinished));
    folders.delete(dirname(folder));
    for (const made of folders) await syncFolder(made);
    signal.throwIfAborted();
    // Fails if a service that was started meanwhile has created one.
    await moveToFreeName(join(folder, unfinished), join(folder, database));
    return { experiments, files: entries.filter(({ fileName }) => fileName.startsWith('assets/')).length };
  } catch (error) {
    for (const path of written) await rm(path, { force: true }).catch(() => {});
    const inner = [...folders].filter((made) => made.startsWith(folder + sep));
    // Those within others first. A folder that another process uses is not empty.
    for (const made of inner.sort((a, b) => b.length - a.length)) await rmdir(made).catch(() => {});
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) {
      throw new Error(`The backup cannot be restored to ${folder} (${message}). Give another folder with --data.`);
    }
    throw message.includes(archive) ? error : damaged(archive, message);
  } finally {
    zip.close();
  }
}
