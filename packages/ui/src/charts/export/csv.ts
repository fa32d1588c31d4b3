/** Cell of a CSV file; null is empty. */
export type CsvCell = string | number | null;

/** Matches what programs read as a number, including values that are not finite. */
const numeric = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$|^[+-]?inf(inity)?$|^nan$/i;

/**
 * Prefixes an apostrophe to text that a spreadsheet would run as a formula: names may come from untrusted users.
 * Numbers are unchanged, including negative ones.
 */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !numeric.test(text) ? `'${text}` : text;
}

function field(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? String(cell) : guarded(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the fields of a row, separated by commas. */
export const csvFields = (row: readonly CsvCell[]): string => row.map(field).join(',');

/** Returns rows as CSV (RFC 4180) with CRLF line ends. Fields are quoted where needed and formulas are escaped. */
export function csvText(rows: Iterable<readonly CsvCell[]>): string {
  const lines: string[] = [];
  for (const row of rows) lines.push(csvFields(row));
  return `${lines.join('\r\n')}\r\n`;
}

/**
 * Returns rows as tab-separated text, to paste into a spreadsheet. Tabs and line breaks become spaces, and formulas are
 * escaped.
 */
export function tsvText(rows: Iterable<readonly CsvCell[]>): string {
  const cellText = (cell: CsvCell) =>
    typeof cell === 'string' ? guarded(cell.replace(/[\t\r\n]+/g, ' ')) : `${cell ?? ''}`;
  return Array.from(rows, (row) => row.map(cellText).join('\t')).join('\n');
}
