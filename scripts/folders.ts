import path from 'node:path';

/** The folder of the checkout. */
export const root = path.dirname(import.meta.dirname);

/** Where everything that set-up makes lives; git-ignored, safe to delete. */
export const cache = path.join(root, '.cache');

/** The folder of our Node. Not `.bin`: npm links nothing there to a program that an install script has yet to fetch. */
export const nodeFolder = path.join(root, 'node_modules', 'node', 'bin');

/** Our Node itself. */
export const nodeProgram = path.join(nodeFolder, process.platform === 'win32' ? 'node.exe' : 'node');

/** `PATH` with these folders, then our Node and the packages' programs, before what it held. */
export function searchPath(...folders: string[]): string {
  const programs = path.join(root, 'node_modules', '.bin');
  return [...folders, nodeFolder, programs, process.env.PATH].join(path.delimiter);
}

/** A path inside the checkout. */
export function inRoot(...parts: string[]): string {
  return path.join(root, ...parts);
}

/** A path inside the cache folder. */
export function inCache(...parts: string[]): string {
  return path.join(cache, ...parts);
}
