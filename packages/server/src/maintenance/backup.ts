import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sizeText } from '@tracklens/core/contract';
import { typedCommand } from '../data-folder/typed-command.ts';
import { type ZipMember, zipStream } from '../http/zip-stream.ts';
import { draftOf, moveToFreeName, syncFile } from '../store/disk/durable-files.ts';
import { contentPath } from '../store/files/contents.ts';
import { folderIdFile } from '../store/files/folder-identity.ts';
import { counted } from './counted.ts';
import { writeFileFrom } from './file-stream.ts';
import { openSqliteFile, requireSqlite, withDatabaseCopy } from './folder-database.ts';

/** Result of a backup. */
export interface BackupReport {
  readonly experiments: number;
  readonly files: number;
  readonly bytes: number;
  /** Number of files that records refer to but that do not exist. */
  readonly missing: number;
}

/** Options of a backup. */
interface BackupOptions {
  /** PostgreSQL database of the records, which a backup does not cover. */
  readonly databaseUrl?: string | undefined;
  /** Cancels the backup, which then leaves no file. */
  readonly signal?: AbortSignal;
}

/** Files of a data folder that are copied unchanged if they exist. */
const smallFiles = ['api-key', folderIdFile];

async function referredContents(databaseFile: string) {
  const { db } = openSqliteFile(databaseFile);
  try {
    const hashes = new Set<string>();
    for (const table of ['assets', 'asset_items'] as const) {
      const rows = await db.selectFrom(table).select('sha256').distinct().where('sha256', 'is not', null).execute();
      for (const { sha256 } of rows) hashes.add(sha256!);
    }
    const { count } = await db
      .selectFrom('experiments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return { hashes: [...hashes].sort(), experiments: count };
  } finally {
    await db.destroy();
  }
}

async function memberOf(name: string, path: string): Promise<ZipMember | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? { name, path, size: found.size } : null;
}

/**
 * Writes a data folder to one archive: the database, the files of assets, the API key and the folder's id. For a
 * running service it contains everything acknowledged before the backup began. The archive is written atomically and
 * synced to disk.
 *
 * @throws Error when the archive already exists, when the records are in PostgreSQL, and when the disk is full.
 */
export async function backUp(
  file: string,
  dataFolder: string,
  { databaseUrl, signal = new AbortController().signal }: BackupOptions = {},
): Promise<BackupReport> {
  const [target, folder] = [resolve(file), resolve(dataFolder)];
  requireSqlite(folder, databaseUrl);
  if (existsSync(target)) throw new Error(`${target} already exists. Give another name, or delete it.`);
  if (!existsSync(dirname(target))) throw new Error(`The folder ${dirname(target)} does not exist. Create it first.`);
  return await withDatabaseCopy(folder, async (databaseFile) => {
    const { hashes, experiments } = await referredContents(databaseFile);
    const members = [(await memberOf('tracklens.db', databaseFile))!];
    for (const name of smallFiles) {
      const member = await memberOf(name, join(folder, name));
      if (member !== null) members.push(member);
    }
    const others = members.length;
    for (const sha256 of hashes) {
      const member = await memberOf(`assets/${sha256.slice(0, 2)}/${sha256}`, contentPath({ folder }, sha256));
      if (member !== null) members.push(member);
    }
    await writeArchive(target, members, signal);
    return {
      experiments,
      files: members.length - others,
      bytes: members.reduce((sum, { size }) => sum + size, 0),
      missing: hashes.length - (members.length - others),
    };
  });
}

async function writeArchive(target: string, members: readonly ZipMember[], signal: AbortSignal): Promise<void> {
  const draft = draftOf(target);
  try {
    await rm(draft, { force: true });
    await writeFileFrom(zipStream(members), draft, signal, 0o600);
    await syncFile(draft);
    signal.throwIfAborted();
    await moveToFreeName(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw new Error(`The backup ${target} cannot be written (${(error as Error).message}). Give another path.`, {
      cause: error,
    });
  }
}

/** Formats the result of a backup for the user. */
export function backupText(report: BackupReport, file: string, dataFolder: string): string {
  const { experiments, files, bytes, missing } = report;
  const lines = [
    `Backed up ${counted(experiments, 'experiment')} and ${counted(files, 'file')} (${sizeText(bytes)}) of ${resolve(dataFolder)} to ${resolve(file)}.`,
    'It holds the API key of the service: store it as securely as the key.',
  ];
  if (missing > 0) {
    const command = typedCommand('check', resolve(dataFolder));
    lines.push(`Missing in the data folder: ${counted(missing, 'file')}. To see which: ${command}`);
  }
  return `${lines.join('\n')}\n`;
}
