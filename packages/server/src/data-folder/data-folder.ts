import { randomBytes } from 'node:crypto';
import { chmod, link, lstat, readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { draftOf, makeFolder, replaceFile, syncFolder, writeNewFile } from '../store/disk/durable-files.ts';
import { quoted } from './shell.ts';

/** Returns a folder in the home folder; null for a user without one, such as a user id that no account has. */
function inHome(name: string): string | null {
  try {
    return join(homedir(), name);
  } catch {
    return null;
  }
}

/** Returns the data folder of a user who names none; null for one without a home folder. */
export const homeDataFolder = () => inHome('.tracklens');

/** Returns the default data folder: the one in which clients look for a service, too. */
export const defaultDataFolder = () => process.env.TRACKLENS_DATA || homeDataFolder();

/** Returns the data folder of `tracklens demo`, so that the demo data never mix with other data. */
export const demoDataFolder = () => inHome('.tracklens-demo');

/** Returns the folder with the data folders of `tracklens demo --recording`, one for each file. */
export const recordingsFolder = () => inHome('.tracklens-recordings');

/**
 * Returns a default folder.
 *
 * @throws Error for a user without a home folder.
 */
export function neededFolder(folder: string | null): string {
  if (folder === null) throw new Error('This user has no home folder. Give a data folder with --data.');
  return folder;
}

/** API key of a data folder. */
export interface FolderKey {
  readonly apiKey: string;
  /**
   * Path of the key file, readable by its owner only. On Windows the permissions of its folder apply; those of a home
   * folder have the same effect.
   */
  readonly apiKeyFile: string;
}

/** Minimum length of an API key: a shorter one could be guessed by brute force. */
const minKeyLength = 12;

/** Characters that every client can send in a header and read from a file that ends with a newline. */
const sendable = /^[!-~]+$/;

/** Returns the reason why a key is invalid; null for a valid one. */
function keyFault(key: string): string | null {
  if (!sendable.test(key)) return 'An API key must contain only ASCII letters, digits and symbols, without spaces';
  if (key.length < minKeyLength) return `An API key must have at least ${minKeyLength} characters`;
  return null;
}

/** Returns the path of the key file of a data folder. */
function apiKeyFileOf(folder: string): string {
  return join(resolve(folder), 'api-key');
}

/** Reads the key in a file. Null when the file is missing or empty, as a power loss may leave it. */
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

/**
 * Returns the stored key of a data folder.
 *
 * @throws Error if there is none, or if it cannot be read.
 */
export async function storedKey(folder: string): Promise<string> {
  const file = apiKeyFileOf(folder);
  const key = await readKey(file);
  if (key === null) throw new Error(`There is no API key in ${file}. Start the service of this folder again.`);
  return key;
}

/** Error codes of file systems without hard links, such as exFAT. */
const withoutLinks: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

/** Writes a key atomically unless the file exists. Returns false when another process wrote it first. */
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
 * Returns the key of a data folder: the given one, which is then stored; else the stored one; else a new random one.
 * The file is written atomically, so that two concurrent starts agree on the key.
 *
 * @throws Error for a key that is too short or cannot be sent in a header, and for a file that cannot be read.
 */
export async function folderKey(folder: string, given?: string): Promise<FolderKey> {
  const fault = given === undefined ? null : keyFault(given);
  if (fault !== null) throw new Error(`${fault}. Give another, or none to create one.`);
  await makeFolder(resolve(folder));
  const apiKeyFile = apiKeyFileOf(folder);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const stored = await readKey(apiKeyFile);
    if (given !== undefined && given !== stored) {
      await replaceFile(apiKeyFile, `${given}\n`);
      return { apiKey: given, apiKeyFile };
    }
    if (stored !== null) {
      const storedFault = keyFault(stored);
      if (storedFault !== null) {
        throw new Error(`${apiKeyFile} has no valid key: ${storedFault}. Delete it to get a new key.`);
      }
      // Some file systems do not store modes, such as exFAT.
      await chmod(apiKeyFile, 0o600).catch(() => {});
      return { apiKey: stored, apiKeyFile };
    }
    const apiKey = randomBytes(24).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y');
    if (await writeFirstKey(apiKeyFile, apiKey)) return { apiKey, apiKeyFile };
    // Another process is writing the file now, or left it empty when it was killed.
    await pause(attemptDelayMillis);
    if ((await readKey(apiKeyFile)) === null) await rm(apiKeyFile, { force: true });
  }
  throw new Error(`The API key could not be stored in ${apiKeyFile}. Delete this file, then start again.`);
}

/** Files and folders that the service creates in a data folder. */
const entries = [
  'tracklens.db',
  'tracklens.db-wal',
  'tracklens.db-journal',
  'api-key',
  'service.json',
  'folder-id',
  'assets',
  'incoming',
  'reserve',
  'damaged',
];

/**
 * Returns a warning for a data folder that other users of the machine may write to; null for others.
 *
 * @throws Error when such a folder contains a symbolic link instead of a file of the service: another user may have
 * chosen its target.
 */
export async function sharedFolderWarning(folder: string): Promise<string | null> {
  if (process.platform === 'win32') return null;
  const found = await stat(folder).catch(() => null);
  if (found === null || (found.mode & 0o002) === 0) return null;
  const advice = `Run: chmod 700 ${quoted(folder, 'posix')}`;
  for (const name of entries) {
    const path = join(folder, name);
    if (!(await lstat(path).catch(() => null))?.isSymbolicLink()) continue;
    throw new Error(
      `${path} is a symbolic link in a folder that every user of this machine can change. Remove it. ${advice}`,
    );
  }
  return `Every user of this machine can change the data in ${folder}. ${advice}`;
}
