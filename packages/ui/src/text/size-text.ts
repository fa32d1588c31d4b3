import { sizeIn } from '@tracklens/core/contract';
import { decimalText } from './number-text.ts';
import type { Translate } from './translate.ts';

/** Formats a number of bytes in the notation of the locale: `512 B`, `1.5 kB`, `3.2 MB`. */
export function sizeText(bytes: number): string {
  const { value, unit, decimals } = sizeIn(bytes);
  return `${decimalText(value, decimals, 0)} ${unit}`;
}

/** Formats the size of a file. That of a file that is stored elsewhere is not known. */
export function fileSizeText(
  { fileSize, remote }: { readonly fileSize: number; readonly remote?: boolean },
  t: Translate,
): string {
  return remote ? t('link') : sizeText(fileSize);
}
