import { orderIgnoringCase } from '../../text/text-order.ts';

/** Installed package. */
export interface PackageRow {
  readonly name: string;
  readonly version: string;
  /** Line as it was logged. */
  readonly line: string;
}

/** Parses packages from lines such as `numpy==2.4.6`, `numpy 2.4.6` or `name @ address`, sorted by name. */
export function packageRows(lines: readonly string[]): readonly PackageRow[] {
  return lines
    .map((line): PackageRow => {
      const parts = /^\s*([^\s=@<>~!]+)\s*(?:===?|@|\s)\s*(.+?)\s*$/.exec(line);
      return { name: parts?.[1] ?? line.trim(), version: parts?.[2] ?? '', line };
    })
    .filter(({ name }) => name !== '')
    .sort((a, b) => orderIgnoringCase(a.name, b.name));
}
