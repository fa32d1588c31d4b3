/** A name that stays inside the folder it is unpacked in: no drive, no root, no step up, no character that ends it. */
function memberName(name: string): string {
  const segments = name
    .replaceAll('\0', '_')
    .split(/[/\\]/)
    .map((segment) => segment.replace(/^(?:[A-Za-z]:)+/, ''))
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return segments.join('/') || 'file';
}

/** Names that are one file to some file systems have one of these. */
const folded = (name: string) => name.normalize('NFC').toLowerCase();

/** The folders that a name lies in. */
function* foldersOf(name: string): Generator<string> {
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) yield name.slice(0, at);
}

/**
 * Names in the order given, one that is taken with a number before its ending: unpacking must lose nothing, also where `A` and `a`
 * are one file. Taken is also what is a folder of others.
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
    // The next of this name need not try all the numbers again.
    copies.set(wanted, copy);
    taken.add(folded(free));
    return free;
  });
}

const numbered = (name: string, copy: number) =>
  copy === 0 ? name : name.replace(/(\.[^./]*)?$/, (ending) => ` (${copy})${ending}`);
