import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * File operations that survive a power loss. The bytes of a file are on disk after an fsync of the file, its name
 * after an fsync of the folder that contains it.
 */

/** Errors that Windows reports while another program, such as an antivirus or a sync client, has a file open. */
const momentaryErrors: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const retryDelaysMillis = [10, 30, 100, 300];

/** Retries a file operation that fails because another program is using the file. The last error is rethrown. */
export async function retryMomentary<T>(operation: () => Promise<T>): Promise<T> {
  for (const delay of retryDelaysMillis) {
    try {
      return await operation();
    } catch (error) {
      if (!momentaryErrors.has((error as NodeJS.ErrnoException).code)) throw error;
    }
    await pause(delay);
  }
  return await operation();
}

/** Resolves when the bytes of a file are on disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Errors of systems that cannot sync a folder, such as Windows and some network file systems. They offer no stronger
 * guarantee.
 */
const unsyncedFolders: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES', 'EBADF']);

/** Resolves when the names in a folder are on disk. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!unsyncedFolders.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}

/**
 * Creates a folder and its parents, accessible to their owner only, and waits until their names are on disk. The
 * `recursive` option of `mkdir` never returns where the system answers ENOENT for a name in an existing folder, such as
 * in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await makesFolder(path, ['ENOENT'])) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await makesFolder(path);
}

/** Creates a folder in an existing one unless it exists. Returns false for a failure with one of the codes. */
async function makesFolder(path: string, codes: readonly unknown[] = []): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code)) return false;
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) return true;
    throw error;
  }
  await syncFolder(dirname(path));
  return true;
}

/**
 * Writes a new file, accessible to its owner only, and waits until its bytes are on disk; fails with `EEXIST` if the
 * file exists.
 */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves a file, replacing an existing one, and waits until the new name is on disk. */
export async function moveFile(from: string, to: string): Promise<void> {
  await retryMomentary(() => rename(from, to));
  await syncFolder(dirname(to));
}

/**
 * Moves a file to a name that is free, and waits until the new name is on disk; fails with `EEXIST` if another process
 * has created a file of that name meanwhile. On a file system without links, such as exFAT, that file is replaced.
 */
export async function moveToFreeName(from: string, to: string): Promise<void> {
  await link(from, to).then(
    // The file has its name, also if the other one remains.
    () => rm(from, { force: true }).catch(() => {}),
    async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      await retryMomentary(() => rename(from, to));
    },
  );
  await syncFolder(dirname(to));
}

/** Returns the path of the draft in which this process prepares a file. */
export function draftOf(path: string): string {
  return `${path}.${process.pid}`;
}

/** Replaces the text of a file atomically: readers find either the old or the new text, even after a power loss. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = draftOf(path);
  await rm(draft, { force: true });
  try {
    await writeNewFile(draft, text);
    await moveFile(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}
