import { PathExt } from '@jupyterlab/coreutils';
import type { VersionFile } from '@tracklens/ui';

/** A file that would be written outside of the folder that a person chose. */
export class PathEscapesError extends Error {
  readonly fileName: string;

  constructor(fileName: string) {
    super(`The file name "${fileName}" leads out of the folder.`);
    this.fileName = fileName;
  }
}

/**
 * Returns where each file of a version goes below a folder, under a name that every system takes: the Jupyter server may run on any.
 * Names that are one name then (`a:b` and `a?b`, or `A` and `a` where case does not count) get numbers, so that no file is written over
 * another.
 */
export function filePlaces(
  files: readonly VersionFile[],
  folder: string,
  portablePlaces: (names: readonly string[]) => string[][],
): ReadonlyMap<string, VersionFile> {
  const out = files.find(({ name }) => name.split(/[/\\]/).includes('..'));
  if (out) throw new PathEscapesError(out.name);
  const places = portablePlaces(files.map(({ name }) => name));
  return new Map(places.map((parts, index) => [PathExt.join(folder, ...parts), files[index]!]));
}
