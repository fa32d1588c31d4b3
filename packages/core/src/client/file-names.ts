/**
 * Rules of file names that come from a service. Everything that downloads several files takes its names from here: each disk holds
 * other names, and a disk that ignores case makes two names one.
 */
export interface NameRules {
  /** Returns a name without folders as the disk can hold it. */
  readonly nameOf: (name: string) => string;
  /** Returns a key that two paths share if they are one path on the disk. */
  readonly keyOf: (path: string) => string;
}

/** Which names a disk takes for one. */
export interface JoinedNames {
  /** `A` and `a`. */
  readonly ignoresCase: boolean;
  /** The composed and the decomposed form of an accented letter. */
  readonly ignoresForm: boolean;
}

/** Names that Windows keeps for devices, whatever follows the first dot. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i;

/** Returns a name without folders as Windows can hold it: what it does not allow becomes `_`. */
export function windowsName(name: string): string {
  const allowed = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are not allowed.
    .replaceAll(/[<>:"|?*\u0000-\u001f]/g, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  return devices.test(allowed) ? `_${allowed}` : allowed;
}

/** Returns the key of a path on a disk that takes some names for one. It joins rather too many than too few. */
export function joinedKey(path: string, { ignoresCase, ignoresForm }: JoinedNames): string {
  const shown = ignoresCase || ignoresForm ? path.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '') : path;
  const composed = ignoresForm ? shown.normalize('NFC') : shown;
  if (!ignoresCase) return composed;
  const folded = composed.toUpperCase().toLowerCase();
  return ignoresForm ? folded.normalize('NFC') : folded;
}

/** Names as they are, on a disk that tells them all apart. */
export const exactNames: NameRules = { nameOf: (name) => name, keyOf: (path) => path };

/** Names of Windows. */
export const windowsNames: NameRules = {
  nameOf: windowsName,
  keyOf: (path) => joinedKey(path, { ignoresCase: true, ignoresForm: true }),
};

/** Returns the folders and the name of a file; both slashes part them, as a service's other clients write them. */
export function partsOf(name: string): string[] {
  return name.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
}

/** Returns whether a file name leads out of the folder that it is to be saved in: an absolute one, or one with `..`. */
export function leadsOut(name: string): boolean {
  const parts = partsOf(name);
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(name);
  return isAbsolute || name.includes('\0') || parts.length === 0 || parts.includes('..');
}

/**
 * Returns where each file goes below a folder, as folders and name. No two places are one on the disk, and none is a folder of another:
 * a file whose place is taken gets a number, `a (2).txt`. A name that the disk can hold as it is has precedence.
 *
 * @param folders further folders that are made, of which no file may take the place
 */
export function distinctPlaces(
  files: readonly (readonly string[])[],
  { nameOf, keyOf }: NameRules,
  folders: readonly (readonly string[])[] = [],
): string[][] {
  const wanted = files.map((parts) => parts.map(nameOf));
  const key = (parts: readonly string[]) => keyOf(parts.join('/'));
  const taken = new Set(folders.map((parts) => key(parts.map(nameOf))));
  for (const parts of wanted) for (let depth = 1; depth < parts.length; depth++) taken.add(key(parts.slice(0, depth)));
  const isExact = (index: number) => wanted[index]!.every((part, at) => part === files[index]![at]);
  const order = [...wanted.keys()].sort((one, other) => Number(isExact(other)) - Number(isExact(one)));
  const places: string[][] = [];
  const claim = (index: number, place: string[]) => {
    if (taken.has(key(place))) return false;
    taken.add(key(place));
    places[index] = place;
    return true;
  };
  for (const index of order.filter((one) => !claim(one, wanted[one]!))) {
    const [name, above] = [wanted[index]!.at(-1)!, wanted[index]!.slice(0, -1)];
    const ending = /(?<=.)\.[^. ]+$/.exec(name)?.[0] ?? '';
    const stem = name.slice(0, name.length - ending.length);
    for (let count = 2; !claim(index, [...above, `${stem} (${count})${ending}`]); count++);
  }
  return places;
}
