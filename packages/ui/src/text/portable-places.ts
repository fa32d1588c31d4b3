import { distinctPlaces, partsOf, windowsNames } from '@tracklens/core/client';
import { safeFileName } from './safe-file-name.ts';

/**
 * Returns where each of several files goes, as folders and name: under names that every system takes, no two of which are one name on
 * any of them.
 */
export function portablePlaces(names: readonly string[]): string[][] {
  const parts = names.map((name) => {
    const found = partsOf(name);
    return found.length > 0 ? found : [''];
  });
  return distinctPlaces(parts, { ...windowsNames, nameOf: safeFileName });
}
