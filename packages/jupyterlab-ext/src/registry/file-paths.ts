import { PathExt } from '@jupyterlab/coreutils';
import type { VersionFile } from '@tracklens/ui';

/** Thrown for a file that would be written outside the chosen folder. */
export class PathEscapesError extends Error {
  readonly fileName: string;

  constructor(fileName: string) {
    super(`The file name "${fileName}" points outside of the folder.`);
    this.fileName = fileName;
  }
}

/**
 * Returns the path of each file of a version below a folder. The names are valid on every operating system, because
 * the Jupyter server may run on any. Names that would become equal (`a:b` and `a?b`, or `A` and `a` without case
 * sensitivity) get numbers, so that no file overwrites another.
 *
 * @throws PathEscapesError when a file name contains a `..` segment
 */
export function pathsOfFiles(
  files: readonly VersionFile[],
  folder: string,
  portablePaths: (names: readonly string[]) => string[][],
): ReadonlyMap<string, VersionFile> {
  const escaping = files.find(({ name }) => name.split(/[/\\]/).includes('..'));
  if (escaping) throw new PathEscapesError(escaping.name);
  const paths = portablePaths(files.map(({ name }) => name));
  return new Map(paths.map((parts, index) => [PathExt.join(folder, ...parts), files[index]!]));
}
