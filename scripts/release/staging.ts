import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from '../folders.ts';

/** Date of the files in archives, in seconds since 1970: the same files give the same archive at any time. */
export const sourceDateEpoch = '1580601600';

/** Copy of a package's folder, from which an archive is packed. */
export interface Staging {
  readonly folder: string;
  /** Changes a text file. */
  edit(file: string, change: (text: string) => string): Promise<void>;
}

/** Gives files and folders the modes that do not depend on the user's file mode mask. */
async function normalizeModes(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const isExecutable = entry.isDirectory() || ((await stat(file)).mode & 0o100) !== 0;
    await chmod(file, isExecutable ? 0o755 : 0o644);
  }
}

/**
 * Copies parts of a package's folder to a temporary folder, passes it to the work, and removes it.
 *
 * @param parts files and folders of the package
 */
export async function withStaging<T>(
  name: string,
  parts: readonly string[],
  work: (staging: Staging) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-release-'));
  try {
    for (const part of parts) {
      await cp(inRoot('packages', name, part), path.join(folder, part), {
        recursive: true,
        filter: (file) => !/(^|[/\\])__pycache__$/.test(file),
      });
    }
    await normalizeModes(folder);
    return await work({
      folder,
      edit: async (file, change) => {
        const at = path.join(folder, file);
        await writeFile(at, change(await readFile(at, 'utf8')));
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
