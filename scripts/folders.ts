import path from 'node:path';

/** Root folder of the checkout. */
export const root = path.dirname(import.meta.dirname);

/** Folder of everything that the set-up creates; git-ignored and safe to delete. */
export const cache = path.join(root, '.cache');

/**
 * Folder of the project's own Node. Not `.bin`: npm creates no link there to a program that an install script has yet
 * to fetch.
 */
export const nodeFolder = path.join(root, 'node_modules', 'node', 'bin');

/** Path of the project's own Node. */
export const nodeProgram = path.join(nodeFolder, process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Returns `PATH` with the given folders, then the project's Node and the package binaries, before its previous
 * entries.
 */
export function searchPath(...folders: string[]): string {
  const programs = path.join(root, 'node_modules', '.bin');
  return [...folders, nodeFolder, programs, process.env.PATH].join(path.delimiter);
}

/** Returns a path inside the checkout. */
export function inRoot(...parts: string[]): string {
  return path.join(root, ...parts);
}

/** Returns a path inside the cache folder. */
export function inCache(...parts: string[]): string {
  return path.join(cache, ...parts);
}
