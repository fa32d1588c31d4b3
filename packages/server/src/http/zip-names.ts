/** Returns a name that stays inside the folder it is unpacked in: no drive, no root, no `..`, no NUL character. */
function memberName(name: string): string {
  const segments = name
    .replaceAll('\0', '_')
    .split(/[/\\]/)
    .map((segment) => segment.replace(/^(?:[A-Za-z]:)+/, ''))
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return segments.join('/') || 'file';
}

/** Case-folded form of a name. Some file systems treat names with the same form as one file. */
const folded = (name: string) => name.normalize('NFC').toLowerCase();

/** Yields the parent folders of a name. */
function* foldersOf(name: string): Generator<string> {
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) yield name.slice(0, at);
}

/**
 * Returns the names in order, with a number before the extension of each duplicate, so that unpacking loses no file,
 * even where `A` and `a` are the same file. The name of a folder of other files counts as taken.
 */
export function distinctNames(names: readonly string[]): string[] {
  const harmless = names.map(memberName);
  const taken = new Set(harmless.flatMap((name) => [...foldersOf(folded(name))]));
  const copies = new Map<string, number>();
  return harmless.map((name) => {
    const wanted = folded(name);
    let copy = copies.get(wanted) ?? 0;
    let free = numbered(name, copy);
    while (taken.has(folded(free))) free = numbered(name, ++copy);
    // The next file with this name continues at this number.
    copies.set(wanted, copy);
    taken.add(folded(free));
    return free;
  });
}

const numbered = (name: string, copy: number) =>
  copy === 0 ? name : name.replace(/(\.[^./]*)?$/, (ending) => ` (${copy})${ending}`);
