import { fileFolder } from '@tracklens/core/contract';
import type { AssetRecord } from '../../source/content-source.ts';

/** Returns the folder of a file, with slashes: from its record, or else from its name. Empty for none. */
export function assetFolder({ dir, fileName }: Pick<AssetRecord, 'dir' | 'fileName'>): string {
  return dir ? fileFolder(`${dir}/`) : fileFolder(fileName);
}
