import { PathExt } from '@jupyterlab/coreutils';
import type { VersionFile } from '@tracklens/ui';
import { freePath } from './free-path.ts';

/** A file that would be written outside of the folder that a person chose. */
export class LeadsOut extends Error {
  readonly fileName: string;

  constructor(fileName: string) {
    super(`The file name "${fileName}" leads out of the folder.`);
    this.fileName = fileName;
  }
}

/**
 * Where each file of a version goes below a folder: under a name that every system takes. Names that are one name then (`a:b` and
 * `a?b`, or `A` and `a` where case does not count) lie beside each other, so that no file is written over another.
 */
export async function filePlaces(
  files: readonly VersionFile[],
  folder: string,
  safeFileName: (name: string) => string,
): Promise<ReadonlyMap<string, VersionFile>> {
  const places = new Map<string, VersionFile>();
  const taken = new Set<string>();
  for (const file of files) {
    const parts = file.name.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
    if (parts.includes('..')) throw new LeadsOut(file.name);
    const named = parts.length > 0 ? parts : [''];
    const wanted = PathExt.join(folder, ...named.map(safeFileName));
    const place = await freePath(wanted, (path) => !taken.has(path.toLowerCase()));
    taken.add(place.toLowerCase());
    places.set(place, file);
  }
  return places;
}
