import { randomBytes } from 'node:crypto';
import { chmod, link, lstat, readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { draftOf, makeFolder, replaceFile, syncFolder, writeNewFile } from './store/durable-files.ts';

/** Where data lies when nobody says otherwise. */
export const defaultDataFolder = join(homedir(), '.tracklens');

/** A data folder's own key. */
export interface FolderKey {
  readonly apiKey: string;
  /** Readable by its owner only. On Windows the permissions of its folder decide: those of a home folder do the same. */
  readonly apiKeyFile: string;
}

/** Shortest API key: a shorter one could be found by trying. */
export const minKeyLength = 12;

/** What every client can send in a header, and read from a file with a line's end. */
const sendable = /^[!-~]+$/;

/** What is wrong with a key; null where nothing is. */
export function keyFault(key: string): string | null {
  if (!sendable.test(key)) return 'An API key has letters, digits and signs of ASCII, without spaces';
  if (key.length < minKeyLength) return `An API key has at least ${minKeyLength} characters`;
  return null;
}

/** The path of the key of a data folder. */
export function apiKeyFileOf(folder: string): string {
  return join(resolve(folder), 'api-key');
}

/** The key in a file; null where there is none or it is empty, as a power loss may leave it. */
async function readKey(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Error(
      `The API key of the service cannot be read from ${file} (${message}). Make it readable, or delete it to get a new key.`,
      { cause: error },
    );
  }
}

/** What file systems without hard links answer, such as exFAT. */
const withoutLinks: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

/** Writes a key where none is, whole or not at all; false where another process was first. */
async function writeFirstKey(file: string, apiKey: string): Promise<boolean> {
  const draft = draftOf(file);
  await rm(draft, { force: true });
  try {
    await writeNewFile(draft, `${apiKey}\n`);
    await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      if (!withoutLinks.has(error.code)) throw error;
      await writeNewFile(file, `${apiKey}\n`);
    });
    await syncFolder(resolve(file, '..'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}

const attempts = 10;
const attemptDelayMillis = 20;

/**
 * Returns the key of a data folder: the one given, which is then kept; else the one kept; else a new random one. The file appears
 * whole or not at all, so that two starts at once agree.
 *
 * @throws Error for a key that no header carries or that is too short, and for a file that cannot be read.
 */
export async function folderKey(folder: string, given?: string): Promise<FolderKey> {
  const fault = given === undefined ? null : keyFault(given);
  if (fault !== null) throw new Error(`${fault}. Give another, or none to have one made.`);
  await makeFolder(resolve(folder));
  const apiKeyFile = apiKeyFileOf(folder);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const kept = await readKey(apiKeyFile);
    if (given !== undefined && given !== kept) {
      await replaceFile(apiKeyFile, `${given}\n`);
      return { apiKey: given, apiKeyFile };
    }
    if (kept !== null) {
      const keptFault = keyFault(kept);
      if (keptFault !== null) {
        throw new Error(`${apiKeyFile} holds no usable key: ${keptFault}. Delete it to get a new key.`);
      }
      // Some file systems keep no modes, such as exFAT.
      await chmod(apiKeyFile, 0o600).catch(() => {});
      return { apiKey: kept, apiKeyFile };
    }
    const apiKey = randomBytes(24).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y');
    if (await writeFirstKey(apiKeyFile, apiKey)) return { apiKey, apiKeyFile };
    // Another process writes it just now, or left it empty when it was ended.
    await pause(attemptDelayMillis);
    if ((await readKey(apiKeyFile)) === null) await rm(apiKeyFile, { force: true });
  }
  throw new Error(`The API key could not be kept in ${apiKeyFile}. Delete this file, then start again.`);
}

/** The files and folders that the service makes in a data folder. */
const entries = ['tracklens.db', 'tracklens.db-wal', 'api-key', 'service.json', 'assets', 'incoming'];

/**
 * Returns a warning for a data folder in which other users of the machine may write; null for others.
 *
 * @throws Error where such a folder has a symbolic link in place of a file of the service: it leads where another user wants.
 */
export async function sharedFolderWarning(folder: string): Promise<string | null> {
  if (process.platform === 'win32') return null;
  const found = await stat(folder).catch(() => null);
  if (found === null || (found.mode & 0o002) === 0) return null;
  const advice = `Run: chmod 700 ${folder}`;
  for (const name of entries) {
    const path = join(folder, name);
    if (!(await lstat(path).catch(() => null))?.isSymbolicLink()) continue;
    throw new Error(
      `${path} is a symbolic link in a folder that every user of this machine can change. Remove it. ${advice}`,
    );
  }
  return `Every user of this machine can change the data in ${folder}. ${advice}`;
}
