import { exactNames, shortName, windowsName } from '@tracklens/core/client';

/** Maximum length in bytes. Leaves space for a number or another extension. */
const limit = 200;

/**
 * Returns a file name that is safe on every operating system: no folder, no control or direction characters that
 * disguise it, no hidden file, no device name. The result still resembles the original name.
 */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1)!;
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '');
  const named = plain === '' ? 'download' : plain;
  return shortName(windowsName(named), exactNames.lengthOf, limit);
}
