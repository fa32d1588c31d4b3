import { fileBaseName } from '@tracklens/core/contract';
import { cachedAsset } from '../source/asset-cache.ts';
import type { ViewSource } from '../source/view-source.ts';
import { textOf } from '../tabs/assets/media-type.ts';
import { sourceFiles } from '../tabs/code/source-files.ts';

/**
 * Maximum number of files compared per experiment, and the maximum size of each: larger files are data logged as
 * code.
 */
const maxFiles = 60;
const maxBytes = 1_000_000;

/**
 * Returns the logged code of an experiment as one text, each file under its name; the script alone if it has no
 * files.
 */
export async function sourceText(
  source: Pick<ViewSource, 'assets' | 'asset' | 'code'>,
  experimentKey: string,
  signal: AbortSignal,
): Promise<string> {
  const files = sourceFiles(await source.assets(experimentKey, signal)).slice(0, maxFiles);
  if (files.length === 0) return source.code(experimentKey, signal);
  const texts = await Promise.all(
    files.map(async (file) => {
      const bytes = file.fileSize > maxBytes ? null : await cachedAsset(source, experimentKey, file, signal);
      // The path on the original machine is not a difference of the code.
      const name = fileBaseName(file.fileName);
      return `── ${name} ──\n${(bytes && textOf(bytes)) ?? `(${file.fileSize} bytes)`}`;
    }),
  );
  return texts.join('\n');
}
