import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { retryWhileBusy } from './busy-file.ts';
import { withEnsuredFolder } from './ensured-folder.ts';

/**
 * Writes a file into a hidden one in the same folder and renames that when it is complete, so that nobody ever meets half of it. A
 * failure leaves nothing, nor a folder that was made for it. Errors of the file system pass as they are: `EEXIST` when the file is there
 * and may not be replaced.
 */
export async function atomicWrite(
  path: string,
  overwrite: boolean,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  await withEnsuredFolder(folder, async () => {
    if (!overwrite) await mustBeFree(path);
    // A name of its own: one made from the file's could be longer than file systems take.
    const partial = join(folder, `.tracklens-${randomBytes(6).toString('hex')}.partial`);
    try {
      const handle = await open(partial, 'wx', 0o666);
      try {
        await write(handle);
      } finally {
        await handle.close();
      }
      await place(partial, path, overwrite);
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
  // Fails, and tells so in the file system's own words; unless what was there has gone in the meantime.
  const handle = await open(path, 'wx');
  await handle.close();
  await rm(path);
}

/** Gives the finished file its name. A link fails where the name is taken, a rename would not. */
async function place(partial: string, path: string, overwrite: boolean): Promise<void> {
  if (overwrite) return await retryWhileBusy(() => rename(partial, path));
  try {
    await link(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // A file system without links.
    await mustBeFree(path);
    await retryWhileBusy(() => rename(partial, path));
  }
}
