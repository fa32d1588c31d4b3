import { fileBaseName } from '@tracklens/core/contract';
import { cachedAsset } from '../source/asset-cache.ts';
import type { AssetRecord } from '../source/content-source.ts';
import type { Failure } from '../source/failure.ts';
import type { ViewSource } from '../source/view-source.ts';
import { textOf } from '../tabs/assets/media-type.ts';
import { sourceFiles } from '../tabs/code/source-files.ts';

/**
 * Maximum number of files compared per experiment, and the maximum size of each: larger files are data logged as
 * code.
 */
const maxFiles = 60;
const maxBytes = 1_000_000;

/** Text of an experiment that is compared. */
export interface ComparedText {
  readonly text: string;
  /** Names of the files whose contents are not part of the text. */
  readonly omitted: readonly string[];
  /** Reason why the text could not be read. */
  readonly failure?: Failure;
}

/**
 * Returns the logged code of an experiment as one text, each file under its name; the script alone if it has no
 * files.
 */
export async function sourceText(
  source: Pick<ViewSource, 'assets' | 'asset' | 'code'>,
  experimentKey: string,
  signal: AbortSignal,
): Promise<ComparedText> {
  const files = sourceFiles(await source.assets(experimentKey, signal));
  if (files.length === 0) return { text: await source.code(experimentKey, signal), omitted: [] };
  // The path on the original machine is not a difference of the code.
  const nameOf = ({ fileName }: AssetRecord) => fileBaseName(fileName);
  const omitted = new Set(files.slice(maxFiles));
  const texts = await Promise.all(
    files.slice(0, maxFiles).map(async (file) => {
      const bytes = file.fileSize > maxBytes ? null : await cachedAsset(source, experimentKey, file, signal);
      const text = bytes && textOf(bytes);
      if (text === null) omitted.add(file);
      return `── ${nameOf(file)} ──\n${text ?? `(${file.fileSize} bytes)`}`;
    }),
  );
  return { text: texts.join('\n'), omitted: files.filter((file) => omitted.has(file)).map(nameOf) };
}
