import { fileBaseName } from '@tracklens/core/contract';
import { cachedAsset } from '../source/asset-cache.ts';
import type { ViewSource } from '../source/view-source.ts';
import { textOf } from '../tabs/assets/media-type.ts';
import { sourceFiles } from '../tabs/code/source-files.ts';

/** So many files of an experiment are compared, each up to so many bytes: a data file logged as code is none to read. */
const maxFiles = 60;
const maxBytes = 1_000_000;

/** All that an experiment logged of its code as one text, each file under its name; the script alone where it has no files. */
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
      // Where it lay on the machine is no difference of the code.
      const name = fileBaseName(file.fileName);
      return `── ${name} ──\n${(bytes && textOf(bytes)) ?? `(${file.fileSize} bytes)`}`;
    }),
  );
  return texts.join('\n');
}
