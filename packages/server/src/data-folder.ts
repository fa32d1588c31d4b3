import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where data lies when nobody says otherwise. */
export const defaultDataFolder = join(homedir(), '.tracklens');

/** A data folder's own key. */
export interface FolderKey {
  readonly apiKey: string;
  /** Readable by the owner alone. */
  readonly apiKeyFile: string;
}

async function readKey(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** What every client can send in a header, and read from a file with a line's end. */
const sendable = /^[!-~]+$/;

/**
 * The key of a data folder: the one given, which is then kept; else the one kept; else a new random one. The file appears
 * whole or not at all, so that two starts at once agree.
 *
 * @throws Error for a given key that no header carries.
 */
export async function folderKey(folder: string, given?: string): Promise<FolderKey> {
  if (given !== undefined && !sendable.test(given)) {
    throw new Error(
      'An API key has letters, digits and signs of ASCII, without spaces. Give another, or none to have one made.',
    );
  }
  const absolute = resolve(folder);
  await mkdir(absolute, { recursive: true, mode: 0o700 });
  const apiKeyFile = join(absolute, 'api-key');
  const kept = await readKey(apiKeyFile);
  if (kept !== null && (given === undefined || given === kept)) {
    await chmod(apiKeyFile, 0o600);
    return { apiKey: kept, apiKeyFile };
  }
  const apiKey = given ?? randomBytes(24).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y');
  const draft = `${apiKeyFile}.${process.pid}`;
  await writeFile(draft, `${apiKey}\n`, { mode: 0o600 });
  try {
    if (kept !== null) await rm(apiKeyFile);
    await link(draft, apiKeyFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await folderKey(folder, given);
  } finally {
    await rm(draft, { force: true });
  }
  return { apiKey, apiKeyFile };
}
