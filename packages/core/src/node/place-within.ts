import { lstat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { RestApiException } from '../client/errors.ts';
import { textArgument } from '../client/given-argument.ts';

/**
 * The place of a foreign file name inside a folder.
 *
 * @throws RestApiException `malformed` when the name leads out of the folder: absolute, by `..`, by a drive, or through a link
 */
export async function placeWithin(folder: string, name: string, operation: string): Promise<string> {
  const root = resolve(textArgument(operation, 'outputPath', folder));
  const parts = name.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const place = resolve(join(root, ...parts));
  const isAbsolute = /^[\\/]/.test(name) || /^[A-Za-z]:/.test(name) || name.includes('\0');
  if (
    isAbsolute ||
    parts.length === 0 ||
    parts.includes('..') ||
    !place.startsWith(root.endsWith(sep) ? root : root + sep)
  ) {
    const reason = `the file name ${JSON.stringify(name)} leads out of the folder`;
    throw RestApiException.from({ code: 'malformed', operation, reason });
  }
  let at = root;
  for (const part of parts) {
    at = join(at, part);
    const found = await lstat(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
    if (found === null) break;
    if (found.isSymbolicLink()) {
      const reason = `the file name ${JSON.stringify(name)} leads through the link ${at}`;
      throw RestApiException.from({ code: 'malformed', operation, reason });
    }
  }
  return place;
}
