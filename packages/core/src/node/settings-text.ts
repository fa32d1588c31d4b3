import { readFileSync } from 'node:fs';
import { parse as parseIni } from 'ini';
import { RestApiException } from '../client/errors.ts';

/** Byte order marks of the UTF-16 encodings that Windows programs write. Default: UTF-8. */
const byteOrderMarks = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

function settingsError(reason: string, remedy: string, cause?: unknown): RestApiException {
  return RestApiException.of({ code: 'invalid', operation: 'API', reason, remedy, cause });
}

/** Returns the error for a settings file of the working folder that is outside of that folder. */
export function outsideError(path: string): RestApiException {
  return settingsError(
    `the settings file ${path} is outside of the working folder, for example because it is a link`,
    `If it is your own file, set its absolute path as SERVICE_CONFIG, or its values as environment variables. Otherwise remove ${path}`,
  );
}

/**
 * Returns the text of a settings file in UTF-8, or in UTF-16 with a byte order mark; null when it cannot be read.
 * `required` is the variable that names a file that must be readable.
 *
 * @throws RestApiException `invalid` when the file contains null characters, as in other encodings, or is `required`
 * and cannot be read
 */
export function settingsText(path: string, required: string | null = null): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    // It does not exist or is not readable for this user: another source may have the setting.
    if (required === null) return null;
    throw settingsError(
      `the settings file ${path}, named by ${required}, cannot be read`,
      `Correct ${required}`,
      cause,
    );
  }
  const mark = byteOrderMarks.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  const text = new TextDecoder(mark?.[0] ?? 'utf-8').decode(bytes);
  if (text.includes('\0')) throw settingsError(`the settings file ${path} is not text in UTF-8`, 'Save it as UTF-8');
  return text;
}

/**
 * Parses the sections of an ini file.
 *
 * @throws RestApiException `invalid` for a line that is not a section, setting or comment. The message does not
 * contain the line, because it may be an API key
 */
export function iniSections(text: string, path: string): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  let isInSection = false;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || /^[#;]/.test(trimmed)) continue;
    const isSection = /^\[[^\]]+\]\s*(?:[#;].*)?$/.test(trimmed);
    if (!isSection && !(isInSection && /^[^=]+=/.test(trimmed)))
      throw settingsError(
        `line ${index + 1} of ${path} is not a setting in a section`,
        'Correct the file: it is an ini file',
      );
    isInSection = true;
  }
  return parseIni(text) as Record<string, Record<string, unknown>>;
}
