import { fileFolder } from '@tracklens/core/contract';
import type { AssetRecord } from '../../source/content-source.ts';
import { containsWords } from '../../text/contains-words.ts';
import { naturalOrderIgnoringCase } from '../../text/text-order.ts';

/** Sort column of the table of files. */
export type AssetColumn = 'name' | 'type' | 'size' | 'step' | 'created';
export interface AssetSort {
  readonly column: AssetColumn;
  readonly descending: boolean;
}

/** Filters and sort order of the table of files. */
export interface AssetChoice {
  readonly search: string;
  /** Asset type; null for all. */
  readonly type: string | null;
  /** Folder, including its subfolders; null for all. */
  readonly folder: string | null;
}

function compare(a: AssetRecord, b: AssetRecord, column: AssetColumn): number {
  switch (column) {
    case 'name':
      return naturalOrderIgnoringCase(a.fileName, b.fileName);
    case 'type':
      return naturalOrderIgnoringCase(a.type, b.type);
    case 'size':
      return a.fileSize - b.fileSize;
    case 'step':
      return (a.step ?? -1) - (b.step ?? -1);
    case 'created':
      return a.createdAt - b.createdAt;
  }
}

/** Returns the filtered files in order. Ties are sorted by name, then by step. */
export function shownAssets(
  assets: readonly AssetRecord[],
  { search, type, folder }: AssetChoice,
  { column, descending }: AssetSort,
): AssetRecord[] {
  const inFolder = (asset: AssetRecord) => {
    const own = assetFolder(asset);
    return folder === null || own === folder || own.startsWith(`${folder}/`);
  };
  return assets
    .filter(
      (asset) =>
        (type === null || asset.type === type) &&
        inFolder(asset) &&
        containsWords(`${asset.fileName} ${asset.type} ${asset.runContext ?? ''}`, search),
    )
    .sort(
      (a, b) =>
        (descending ? -1 : 1) * compare(a, b, column) ||
        compare(a, b, 'name') ||
        compare(a, b, 'step') ||
        compare(a, b, 'created'),
    );
}

/** Name and number of files. */
export interface Count {
  readonly name: string;
  readonly count: number;
}

/** Returns the asset types with their number of files, the most frequent first. */
export function typesOf(assets: readonly AssetRecord[]): readonly Count[] {
  return counted(assets.map(({ type }) => type)).sort(
    (a, b) => b.count - a.count || naturalOrderIgnoringCase(a.name, b.name),
  );
}

/** Returns all folders and their parents by name, each with the number of files in it. */
export function foldersOf(assets: readonly AssetRecord[]): readonly Count[] {
  const folders = assets.flatMap((asset) => {
    const parts = assetFolder(asset).split('/');
    return parts.map((_, index) => parts.slice(0, index + 1).join('/')).filter((folder) => folder !== '');
  });
  return counted(folders).sort((a, b) => naturalOrderIgnoringCase(a.name, b.name));
}

function counted(names: readonly string[]): Count[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/**
 * Returns the folder of a file, with slashes: from its record, or else from its name. Empty for none.
 *
 * @internal exported for its test
 */
export function assetFolder({ dir, fileName }: Pick<AssetRecord, 'dir' | 'fileName'>): string {
  return dir ? fileFolder(`${dir}/`) : fileFolder(fileName);
}
