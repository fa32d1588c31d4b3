import { orderIgnoringCase } from '../../text/text-order.ts';

/** Installed package. */
export interface PackageRow {
  readonly name: string;
  readonly version: string;
  /** Line as it was logged. */
  readonly line: string;
}

/** Parses a package from a line such as `numpy==2.4.6`, `numpy 2.4.6`, `name @ address` or a name alone. */
export function packageOf(line: string): PackageRow {
  const text = line.trim();
  // Matches at the first attempt or not at all: a line with many spaces must not take long.
  const [name = ''] = /^[^\s=@<>~!]*/.exec(text)!;
  const [separator] = /^\s*(?:===?|@)|^\s/.exec(text.slice(name.length)) ?? [];
  if (name === '' || separator === undefined) return { name: text, version: '', line };
  return { name, version: text.slice(name.length + separator.length).trim(), line };
}

/** Parses packages from lines, and sorts them by name. */
export function packageRows(lines: readonly string[]): readonly PackageRow[] {
  return lines
    .map(packageOf)
    .filter(({ name }) => name !== '')
    .sort((a, b) => orderIgnoringCase(a.name, b.name));
}
