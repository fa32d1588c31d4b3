import { assetKinds } from '@tracklens/core/display';
import type { AssetRecord } from '../../source/content-source.ts';
import { naturalOrder } from '../../text/text-order.ts';

const encoder = new TextEncoder();

const isScript = ({ metadata }: AssetRecord): boolean =>
  (metadata as { source_code_type?: unknown } | null)?.source_code_type === 'experiment_creation';

/**
 * Returns whether `code` is the script among the files, which services return as code by default. Compares sizes, so
 * that the file need not be read.
 */
export function isAmong(files: readonly AssetRecord[], code: string): boolean {
  return files.some((file) => isScript(file) && file.fileSize === encoder.encode(code).byteLength);
}

/** Returns the source files of an experiment: the script first, then its other files by name. */
export function sourceFiles(assets: readonly AssetRecord[]): readonly AssetRecord[] {
  return assets
    .filter(assetKinds.code)
    .sort((a, b) => Number(isScript(b)) - Number(isScript(a)) || naturalOrder(a.fileName, b.fileName));
}
