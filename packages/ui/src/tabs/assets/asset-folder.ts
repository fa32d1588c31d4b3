import { fileFolder } from '@tracklens/core/contract';
import type { AssetRecord } from '../../source/content-source.ts';

/** The folder of a file, with slashes: the one of its record, else the one of its name; empty for none. */
export function assetFolder({ dir, fileName }: Pick<AssetRecord, 'dir' | 'fileName'>): string {
  return dir ? fileFolder(`${dir}/`) : fileFolder(fileName);
}
