import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates the folder of files that a command writes, with the folders around it, if it is missing.
 *
 * @throws Error that names the folder and says what to do
 */
export async function createOutputFolder(folder: string): Promise<void> {
  await create(folder).catch((error: Error) => {
    throw new Error(`The folder ${folder} cannot be created (${error.message}). Give another path.`, { cause: error });
  });
}

/** Creates one folder after the other: the recursive `mkdir` of Node does not end in `/proc`. */
async function create(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  if (!existsSync(dirname(folder))) await create(dirname(folder));
  await mkdir(folder).catch(async (error: Error) => {
    // Another process may have created it meanwhile.
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}
