import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Creates the folder of files that a command writes, with the folders around it, if it is missing. Checks that it can
 * be written to, before anything is read for the files.
 *
 * @throws Error that names the folder and says what to do
 */
export async function createOutputFolder(folder: string): Promise<void> {
  const failure = (problem: string) => (error: Error) => {
    throw new Error(`The folder ${folder} cannot be ${problem} (${error.message}). Give another path.`, {
      cause: error,
    });
  };
  await create(folder).catch(failure('created'));
  await mkdtemp(join(folder, '.tracklens-')).then(rmdir).catch(failure('written to'));
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
