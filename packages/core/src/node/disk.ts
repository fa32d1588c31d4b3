import { randomBytes } from 'node:crypto';
import { lstat, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exactNames, foldedKey, type NameFolding, type NameRules, windowsNames } from '../client/file-names.ts';

/** Determines which file names a disk supports. Tests inject their own. */
export interface Disk {
  /** As in `process.platform`. */
  readonly platform: string;
  /** Finds out which names are treated as equal in a folder, or in its nearest existing ancestor. */
  readonly probe: (folder: string) => Promise<NameFolding>;
}

/** Returns the disk of this machine. */
export function localDisk(): Disk {
  return { platform: process.platform, probe: probeDisk };
}

/**
 * Returns the rules for paths below a folder, each given as folders and base name. Probes the disk only if necessary:
 * if two names differ only in ways that some disks ignore, such as case.
 */
export async function nameRules(folder: string, paths: readonly (readonly string[])[], disk: Disk): Promise<NameRules> {
  if (disk.platform === 'win32') return windowsNames;
  const all = { ignoresCase: true, ignoresForm: true };
  const known = new Map<string, string>();
  const isAmbiguous = paths.some((parts) => {
    const path = parts.map(exactNames.nameOf).join('/');
    const key = foldedKey(path, all);
    const other = known.get(key);
    known.set(key, path);
    return other !== undefined && other !== path;
  });
  if (!isAmbiguous) return exactNames;
  const folding = await disk.probe(folder);
  return { ...exactNames, keyOf: (path) => foldedKey(path, folding) };
}

/** Creates a file and looks it up under other spellings of its name. */
async function probeDisk(folder: string): Promise<NameFolding> {
  const name = `.tracklens-${randomBytes(6).toString('hex')}-caf\u00e9`;
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, name);
    try {
      await (await open(path, 'wx')).close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(at) !== at) continue;
      // If no file can be created, treating more names as equal does no harm.
      return { ignoresCase: true, ignoresForm: true };
    }
    try {
      const isThere = (other: string) =>
        lstat(join(at, other)).then(
          () => true,
          () => false,
        );
      const [ignoresCase, ignoresForm] = await Promise.all([
        isThere(name.toUpperCase()),
        isThere(name.normalize('NFD')),
      ]);
      return { ignoresCase, ignoresForm };
    } finally {
      await rm(path, { force: true });
    }
  }
}
