import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Folders created by this module that contain no finished files yet. */
const made = new Set<string>();
/** Number of pending operations by folder. */
const works = new Map<string, number>();

/** Removes an empty folder created by this module, and such ancestors. */
async function removeEmpty(folder: string): Promise<void> {
  for (let at = folder; made.has(at) && !works.has(at); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      // It is not empty or no longer exists, so it must not be removed later either.
      if (at === folder) made.delete(at);
      return;
    }
    made.delete(at);
  }
}

/**
 * Creates a folder if it does not exist and runs an operation that writes files into it. If the operation fails, the
 * created folders are removed if they are empty. With concurrent operations, the last one to end does this.
 */
export async function withEnsuredFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = resolve(folder);
  works.set(path, (works.get(path) ?? 0) + 1);
  const isLast = () => {
    const others = works.get(path)! - 1;
    if (others > 0) works.set(path, others);
    else works.delete(path);
    return others === 0;
  };
  try {
    const first = await mkdir(path, { recursive: true });
    if (first !== undefined) {
      for (let at = path; at.length >= resolve(first).length; at = dirname(at)) made.add(at);
    }
    const result = await work();
    if (isLast()) for (let at = path; made.delete(at); at = dirname(at));
    return result;
  } catch (error) {
    if (isLast()) await removeEmpty(path);
    throw error;
  }
}
