/**
 * Rules for file names that come from a service. Every download of several files uses them, because file systems
 * allow different names, and a case-insensitive one treats two names as one.
 */
export interface NameRules {
  /** Returns a name without folders in a form that the file system allows. */
  readonly nameOf: (name: string) => string;
  /** Returns the length of a name in the unit of which the file system allows 255. */
  readonly lengthOf: (name: string) => number;
  /** Returns a key that is equal for two paths that the file system treats as one. */
  readonly keyOf: (path: string) => string;
}

/** Names that a file system treats as equal. */
export interface NameFolding {
  /** `A` and `a` are equal. */
  readonly ignoresCase: boolean;
  /** The composed and the decomposed form of an accented letter are equal. */
  readonly ignoresForm: boolean;
}

/** Maximum length of a name without folders, in the unit of the file system. */
const longestName = 255;

/** Device names that Windows reserves, with any extension. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i;

/**
 * Returns a name without folders in a form that Windows allows. Forbidden characters become `_`, and a device name
 * gets a leading `_`.
 */
export function windowsName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are not allowed.
  const allowed = withAllowedEnd(name.replaceAll(/[<>:"|?*\u0000-\u001f]/g, '_'));
  return devices.test(allowed) ? `_${allowed}` : allowed;
}

/** Returns a name without dots and spaces at its end, which Windows removes. */
function withAllowedEnd(name: string): string {
  let end = name.length;
  // A regular expression would take quadratic time for a name with many dots.
  while (name[end - 1] === '.' || name[end - 1] === ' ') end--;
  return name.slice(0, end).padEnd(name.length, '_');
}

/**
 * Returns a name with a suffix before its extension, as in `a (2).txt`. If that is longer than the limit, the part
 * before the suffix is shortened.
 */
export function shortName(name: string, lengthOf: NameRules['lengthOf'], limit = longestName, suffix = ''): string {
  const extension = /(?<=.)\.[^. ]{1,32}$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length);
  let length = lengthOf(suffix + extension);
  if (length + lengthOf(stem) <= limit) return stem + suffix + extension;
  let short = '';
  for (const character of stem) {
    length += lengthOf(character);
    if (length > limit) break;
    short += character;
  }
  return withAllowedEnd(short) + suffix + extension;
}

/**
 * Returns the key of a path on a file system that treats some names as equal. When in doubt, it treats two names as
 * equal.
 */
export function foldedKey(path: string, { ignoresCase, ignoresForm }: NameFolding): string {
  const shown = ignoresCase || ignoresForm ? path.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '') : path;
  const composed = ignoresForm ? shown.normalize('NFC') : shown;
  if (!ignoresCase) return composed;
  const folded = composed.toUpperCase().toLowerCase();
  return ignoresForm ? folded.normalize('NFC') : folded;
}

const byteLength = (name: string) => new TextEncoder().encode(name).length;
const unitLength = (name: string) => name.length;

/** Rules for a file system that allows all names of up to 255 bytes and distinguishes them. */
export const exactNames: NameRules = {
  nameOf: (name) => shortName(name, byteLength),
  lengthOf: byteLength,
  keyOf: (path) => path,
};

/** Rules for Windows, where the length of names is limited in UTF-16 units. */
export const windowsNames: NameRules = {
  nameOf: (name) => shortName(windowsName(name), unitLength),
  lengthOf: unitLength,
  keyOf: (path) => foldedKey(path, { ignoresCase: true, ignoresForm: true }),
};

/**
 * Splits a file name into folders and base name. Both kinds of slashes separate, because other clients write either.
 */
export function partsOf(name: string): string[] {
  return name.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
}

/**
 * Returns whether a file name points outside of the target folder: an absolute path, or one with `..`. Also true for
 * an empty name or one with a NUL character.
 */
export function escapesFolder(name: string): boolean {
  const parts = partsOf(name);
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(name);
  return isAbsolute || name.includes('\0') || parts.length === 0 || parts.includes('..');
}

/**
 * Returns a file name without what leads out of the target folder: the root, drives, `..` and NUL characters. Any
 * other name is returned unchanged.
 */
export function nameInside(name: string): string {
  if (!escapesFolder(name)) return name;
  const parts = partsOf(name.replaceAll('\0', '_')).filter((part) => part !== '..');
  return parts.join('/').replace(/^(?:[A-Za-z]:(?:\/|$))+/, '') || 'file';
}

/**
 * Returns the path of each file below a folder, as folders and base name. No two paths are equal on the file system,
 * and none is a folder of another. A file whose path is taken gets a number, `a (2).txt`. Names that the file system
 * allows unchanged have precedence.
 *
 * @param folders additional folders that will be created; no file may have the path of one
 */
export function distinctPaths(
  files: readonly (readonly string[])[],
  { nameOf, lengthOf, keyOf }: NameRules,
  folders: readonly (readonly string[])[] = [],
): string[][] {
  const wanted = files.map((parts) => parts.map(nameOf));
  const key = (parts: readonly string[]) => keyOf(parts.join('/'));
  const taken = new Set(folders.map((parts) => key(parts.map(nameOf))));
  for (const parts of wanted) for (let depth = 1; depth < parts.length; depth++) taken.add(key(parts.slice(0, depth)));
  const isExact = (index: number) => wanted[index]!.every((part, at) => part === files[index]![at]);
  const order = [...wanted.keys()].sort((one, other) => Number(isExact(other)) - Number(isExact(one)));
  const paths: string[][] = [];
  const claim = (index: number, path: string[]) => {
    if (taken.has(key(path))) return false;
    taken.add(key(path));
    paths[index] = path;
    return true;
  };
  for (const index of order.filter((one) => !claim(one, wanted[one]!))) {
    const [name, above] = [wanted[index]!.at(-1)!, wanted[index]!.slice(0, -1)];
    for (let count = 2; !claim(index, [...above, shortName(name, lengthOf, longestName, ` (${count})`)]); count++);
  }
  return paths;
}
