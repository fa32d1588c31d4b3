import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkArgument, text } from '../client/argument.ts';
import { RestApiException } from '../client/errors.ts';
import { distinctPaths, escapesFolder, nameInside, partsOf } from '../client/file-names.ts';
import { type Disk, localDisk, nameRules } from './disk.ts';

/** Options for placing files with untrusted names. */
export interface PathsInsideOptions {
  /** Name of the operation, for error messages. */
  readonly operation: string;
  /** Called for each file that is renamed, because its name is not supported by the disk or taken by another file. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Names of further folders that are created. */
  readonly folders?: readonly string[];
  /** Rules of the disk for file names. Default: found out from the folder. */
  readonly disk?: Disk;
}

/**
 * Returns the path of an untrusted file name inside a folder.
 *
 * @throws RestApiException `malformed` when the path is outside the folder: absolute, by `..`, or through a link
 */
export async function resolveInside(folder: string, name: string, operation: string): Promise<string> {
  const [path] = await pathsInside(folder, [name], { operation });
  return path!;
}

/**
 * Returns the paths of several untrusted file names inside a folder. The paths are distinct on this disk. Names that
 * the disk does not support are changed.
 *
 * @throws RestApiException `malformed` when a path is outside the folder, before anything is written
 */
export async function pathsInside(
  folder: string,
  names: readonly string[],
  options: PathsInsideOptions,
): Promise<string[]> {
  const { operation, folders = [] } = options;
  for (const name of [...names, ...folders]) {
    if (!escapesFolder(name)) continue;
    const reason = `the file name ${JSON.stringify(name)} points outside of the folder`;
    const remedy = 'Download each file by itself with downloadExperimentAsset, to a path of your choice';
    throw RestApiException.of({ code: 'malformed', operation, reason, remedy });
  }
  return await renamedInside(folder, names, options);
}

/** Like `pathsInside`, but a name that points outside of the folder loses what leads out of it. */
export async function renamedInside(
  folder: string,
  names: readonly string[],
  { operation, warn, folders = [], disk = localDisk() }: PathsInsideOptions,
): Promise<string[]> {
  checkArgument(operation, 'outputPath', text, folder);
  const root = resolve(folder);
  const parts = names.map((name) => partsOf(nameInside(name)));
  const wanted = names.map((name) => partsOf(name).join('/'));
  const folderParts = folders.map(partsOf);
  const rules = await nameRules(root, [...parts, ...folderParts], disk);
  const paths = distinctPaths(parts, rules, folderParts);
  const links = new Map<string, Promise<boolean>>();
  for (const [index, path] of paths.entries()) {
    await rejectLinks(root, path, { name: names[index]!, operation, links });
    if (path.join('/') !== wanted[index]) {
      warn?.(`${operation}: the file ${JSON.stringify(names[index])} is saved as ${JSON.stringify(path.join('/'))}.`);
    }
  }
  return paths.map((path) => join(root, ...path));
}

/** @throws RestApiException `malformed` when a path is a link or leads through one */
async function rejectLinks(
  root: string,
  path: readonly string[],
  { name, operation, links }: { name: string; operation: string; links: Map<string, Promise<boolean>> },
): Promise<void> {
  let at = root;
  for (const part of path) {
    at = join(at, part);
    const isLink = links.get(at) ?? isLinkAt(at);
    links.set(at, isLink);
    if (!(await isLink)) continue;
    const reason = `the file name ${JSON.stringify(name)} passes through the symbolic link ${at}`;
    throw RestApiException.of({ code: 'malformed', operation, reason });
  }
}

async function isLinkAt(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
}
