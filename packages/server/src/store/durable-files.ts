import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * Files that survive a power loss. The bytes of a file are on the disk after an fsync of the file, its name after an fsync of the
 * folder that holds it.
 */

/** What Windows reports while another program (an antivirus, a synchronised folder) has a file open. */
const momentaryErrors: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const retryDelaysMillis = [10, 30, 100, 300];

/** Repeats a file operation that fails because another program uses the file for a moment; the last failure is thrown. */
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

/** Waits until the bytes of a file are on the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What systems answer that cannot sync a folder: Windows, some network file systems. Their names are as durable as can be had. */
const unsyncedFolders: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES', 'EBADF']);

/** Waits until the names in a folder are on the disk. */
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

/** Makes a folder for its owner alone, with those above it, and waits until their names are on the disk. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/** Writes a file for its owner alone and waits until its bytes are on the disk; `EEXIST` where it is there. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves a file to another name, replacing what is there, and waits until the new name is on the disk. */
export async function moveFile(from: string, to: string): Promise<void> {
  await retryMomentary(() => rename(from, to));
  await syncFolder(dirname(to));
}

/** Name of the file in which a process prepares another one. */
export function draftOf(path: string): string {
  return `${path}.${process.pid}`;
}

/** Replaces the text of a file; whoever reads it, also after a power loss, finds all of the old or all of the new text. */
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
