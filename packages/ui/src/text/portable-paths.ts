import { distinctPaths, exactNames, partsOf, windowsNames } from '@tracklens/core/client';
import { safeFileName } from './safe-file-name.ts';

/**
 * Returns the path segments for each of several files, valid on every operating system and distinct on each of them.
 */
export function portablePaths(names: readonly string[]): string[][] {
  const parts = names.map((name) => {
    const found = partsOf(name);
    return found.length > 0 ? found : [''];
  });
  return distinctPaths(parts, { ...exactNames, keyOf: windowsNames.keyOf, nameOf: safeFileName });
}
