import path from 'node:path';

/** The folder of the checkout. */
export const root = path.dirname(import.meta.dirname);

/** Where everything that set-up makes lives; git-ignored, safe to delete. */
export const cache = path.join(root, '.cache');

/** A path inside the checkout. */
export function inRoot(...parts: string[]): string {
  return path.join(root, ...parts);
}

/** A path inside the cache folder. */
export function inCache(...parts: string[]): string {
  return path.join(cache, ...parts);
}
