import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Folders that were made here and hold nothing that stays yet. */
const made = new Set<string>();
/** How many works put files into a folder right now. */
const works = new Map<string, number>();

/** Takes away an empty folder that was made here, and those above it. */
async function removeEmpty(folder: string): Promise<void> {
  for (let at = folder; made.has(at) && !works.has(at); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      // Something lies in it, or it is gone: either way it is not ours to remove any more.
      if (at === folder) made.delete(at);
      return;
    }
    made.delete(at);
  }
}

/**
 * Does work that puts files into a folder, which is made where it is absent. When the work fails, what was made goes again if it
 * is empty; of several works at once, the last one sees to it.
 */
export async function withEnsuredFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const place = resolve(folder);
  works.set(place, (works.get(place) ?? 0) + 1);
  const isLast = () => {
    const others = works.get(place)! - 1;
    if (others > 0) works.set(place, others);
    else works.delete(place);
    return others === 0;
  };
  try {
    const first = await mkdir(place, { recursive: true });
    if (first !== undefined) {
      for (let at = place; at.length >= resolve(first).length; at = dirname(at)) made.add(at);
    }
    const result = await work();
    if (isLast()) for (let at = place; made.delete(at); at = dirname(at));
    return result;
  } catch (error) {
    if (isLast()) await removeEmpty(place);
    throw error;
  }
}
