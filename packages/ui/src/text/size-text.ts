import { countText, decimalText } from './number-text.ts';
import type { Translate } from './translate.ts';

/** Formats a number of bytes with a suitable unit: `512 B`, `1.5 kB`, `3.2 MB`. */
export function sizeText(bytes: number): string {
  if (!(bytes >= 1000)) return `${countText(Math.max(0, Math.round(bytes) || 0))} B`;
  const units = ['kB', 'MB', 'GB', 'TB', 'PB'];
  let size = bytes / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${decimalText(size, size >= 100 ? 0 : 1, 0)} ${units[unit]}`;
}

/** Formats the size of a file. That of a file that is stored elsewhere is not known. */
export function fileSizeText(
  { fileSize, remote }: { readonly fileSize: number; readonly remote?: boolean },
  t: Translate,
): string {
  return remote ? t('link') : sizeText(fileSize);
}
