/** A cell of a CSV file; null is an empty one. */
export type CsvCell = string | number | null;

/** What a program reads as a number, also the ones that are not finite. */
const numeric = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$|^[+-]?inf(inity)?$|^nan$/i;

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe before it: names come from a service and from those who
 * log to it. Numbers stay numbers, negative ones too.
 */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !numeric.test(text) ? `'${text}` : text;
}

function field(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? String(cell) : guarded(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV text (RFC 4180): CRLF line ends, quotes where they are needed, formulas disarmed. */
export function csvText(rows: Iterable<readonly CsvCell[]>): string {
  const lines: string[] = [];
  for (const row of rows) lines.push(row.map(field).join(','));
  return `${lines.join('\r\n')}\r\n`;
}
