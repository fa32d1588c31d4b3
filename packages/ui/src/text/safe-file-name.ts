import { windowsName } from '@tracklens/core/client';

const longestName = 120;

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
  return clipped(windowsName(named));
}

/** Truncates a long name, preserving its extension. */
function clipped(name: string): string {
  const letters = [...name];
  if (letters.length <= longestName) return name;
  const end = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  return `${letters.slice(0, longestName - [...end].length).join('')}${end}`;
}
