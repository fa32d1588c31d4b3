import { windowsName } from '@tracklens/core/client';

const longestName = 120;

/**
 * A file name that is a name on every system and nothing else: no folder, no control or direction mark that shows it as
 * another one, no hidden file, no device. What is left of a hostile name is still recognisable.
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

/** Cuts the middle out of a long name: the end says the kind of the file. */
function clipped(name: string): string {
  const letters = [...name];
  if (letters.length <= longestName) return name;
  const end = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  return `${letters.slice(0, longestName - [...end].length).join('')}${end}`;
}
