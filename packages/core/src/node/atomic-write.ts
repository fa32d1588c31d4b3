import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { retryWhileBusy } from './busy-file.ts';
import { withEnsuredFolder } from './ensured-folder.ts';

/**
 * Writes to a hidden temporary file in the same folder and renames it when complete, so that no one sees a partial
 * file. On failure the temporary file and folders created for it are removed. Passes file system errors on, such as
 * `EEXIST` when the file exists and `overwrite` is false.
 */
export async function atomicWrite(
  path: string,
  overwrite: boolean,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  await withEnsuredFolder(folder, async () => {
    if (!overwrite) await mustBeFree(path);
    // Independent of the file name, because a name derived from it could exceed the limit of the file system.
    const partial = join(folder, `.tracklens-${randomBytes(6).toString('hex')}.partial`);
    try {
      const handle = await open(partial, 'wx', 0o666);
      try {
        await write(handle);
      } finally {
        await handle.close();
      }
      await moveIntoPlace(partial, path, overwrite);
    } finally {
      await retryWhileBusy(() => rm(partial, { force: true }));
    }
  });
}

async function mustBeFree(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return;
  // Fails with the file system's own error, unless the file has been deleted in the meantime.
  const handle = await open(path, 'wx');
  await handle.close();
  await rm(path);
}

/** Gives the temporary file its final name. Uses a link, because that fails if the name is taken, unlike a rename. */
async function moveIntoPlace(partial: string, path: string, overwrite: boolean): Promise<void> {
  if (overwrite) return await retryWhileBusy(() => rename(partial, path));
  try {
    await link(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // The file system does not support hard links.
    await mustBeFree(path);
    await retryWhileBusy(() => rename(partial, path));
  }
}
