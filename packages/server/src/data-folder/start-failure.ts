import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InUseError } from '../errors/in-use-error.ts';
import { isDiskFull as isDiskFullError } from '../errors/service-error.ts';
import { restoreCommand, typedCommand } from './typed-command.ts';

/** Data folder and database of a service that failed to start. */
export interface StartLocation {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
}

/** Primary result codes of SQLite. */
const sqlite = { corrupt: 11, cannotOpen: 14, notADatabase: 26 } as const;

/** Returns whether the disk of a folder, or of its nearest existing parent, is full. */
async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize, files, ffree } = await statfs(folder);
    return bavail * bsize < 64 * 1024 || (files > 0 && ffree === 0);
  } catch {
    return dirname(folder) !== folder && (await isDiskFull(dirname(folder)));
  }
}

const folderInstead = (path: string | undefined) =>
  `${path} is a folder, and the service needs a file of this name. Move the folder.`;

async function sqliteFailure(errcode: number, message: string, dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'tracklens.db');
  const code = errcode & 0xff;
  if (code === sqlite.notADatabase || code === sqlite.corrupt) {
    return `The database ${file} is damaged (${message}). Save what can be read (${typedCommand('check --repair', dataFolder)}), or restore a backup (${restoreCommand()}).`;
  }
  if ((await stat(file).catch(() => null))?.isDirectory()) return folderInstead(file);
  if (code === sqlite.cannotOpen) return `The database ${file} cannot be opened (${message}). Check its permissions.`;
  return `The database ${file} cannot be used (${message}). Check its permissions and the disk, or give another folder with --data.`;
}

async function explained(error: unknown, { dataFolder, databaseUrl }: StartLocation): Promise<string> {
  const { code, syscall, path, dest, message, errcode } = error as NodeJS.ErrnoException & {
    dest?: string;
    errcode?: number;
  };
  const sqliteFailed = code === 'ERR_SQLITE_ERROR';
  if (isDiskFullError(error) || (sqliteFailed && (await isDiskFull(dataFolder)))) {
    return `The disk of ${dataFolder} is full (${message}). Free space there, or give another folder with --data.`;
  }
  if (sqliteFailed && errcode !== undefined) return await sqliteFailure(errcode, message, dataFolder);
  if (code === 'EISDIR') return folderInstead(dest ?? path);
  if (path !== undefined && syscall !== undefined) {
    return `${dataFolder} cannot be the data folder (${message}). Give another with --data.`;
  }
  if (databaseUrl === undefined || code === undefined) return message || String(error);
  const remedy = 'Check that it runs, and the address in --database or TRACKLENS_DATABASE_URL';
  return `The database cannot be used (${message || code}). ${remedy}.`;
}

/**
 * Returns an error that explains why a service did not start. Its message is one line with the cause, the file and
 * the remedy.
 */
export async function startFailure(error: unknown, location: StartLocation): Promise<Error> {
  if (error instanceof InUseError) return error;
  const text = await explained(error, location);
  return new Error(text.replaceAll(/\s*\n\s*/g, ' '), { cause: error });
}
