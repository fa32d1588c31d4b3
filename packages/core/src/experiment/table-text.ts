import { plainEntry, plainValue } from '../client/plain-value.ts';
import type { TableData, TableFormat } from './table-format.ts';

/** Normalized table: rows, and column names if it has them. */
interface Columns {
  readonly names: readonly string[] | null;
  readonly rows: readonly (readonly unknown[])[];
}

function columnsOf(data: TableData, headers: boolean | readonly string[]): Columns {
  const values = data.map(plainValue);
  if (values[0] !== undefined && !Array.isArray(values[0])) {
    const records = values as readonly Readonly<Record<string, unknown>>[];
    const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
    return { names, rows: records.map((record) => names.map((name) => record[name])) };
  }
  const rows = values as readonly (readonly unknown[])[];
  if (headers === false) return { names: null, rows };
  if (headers !== true) return { names: headers, rows };
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return { names: Array.from({ length: width }, (_, index) => `column${index + 1}`), rows };
}

/** Serializes a value to JSON. A big integer that a number cannot represent becomes a string. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, key, one: unknown) {
    if (typeof one === 'bigint') return Number.isSafeInteger(Number(one)) ? Number(one) : String(one);
    return plainEntry.call(this, key, one);
  });
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' && !(cell instanceof Date) ? jsonOf(cell) : String(cell);
}

function separated({ names, rows }: Columns, separator: string): string {
  const cell = (value: unknown) => {
    const text = cellText(value);
    return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  // CRLF line ends, as in RFC 4180 and the Python SDK.
  return [...(names?.length ? [names] : []), ...rows].map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}

function markdown({ names, rows }: Columns): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), names?.length ?? 0);
  const line = (cells: readonly unknown[]) =>
    `| ${Array.from({ length: width }, (_, index) => cellText(cells[index]).replace(/\|/g, '\\|').replace(/\r?\n/g, ' ')).join(' | ')} |`;
  return [line(names ?? []), `|${' --- |'.repeat(width)}`, ...rows.map(line), ''].join('\n');
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function html({ names, rows }: Columns): string {
  const row = (tag: string, cells: readonly unknown[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cellText(cell).replace(/[&<>]/g, (sign) => signs[sign]!)}</${tag}>`).join('')}</tr>`;
  const head = names === null ? '' : `<thead>${row('th', names)}</thead>`;
  return `<table>${head}<tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table>\n`;
}

/** Serializes a table. `headers`: none, generated (`column1`, …) or given. Records always use their keys. */
export function tableText(data: TableData, format: TableFormat, headers: boolean | readonly string[]): string {
  const columns = columnsOf(data, headers);
  switch (format) {
    case 'csv':
      return separated(columns, ',');
    case 'tsv':
      return separated(columns, '\t');
    case 'md':
      return markdown(columns);
    case 'html':
      return html(columns);
    case 'json': {
      const { names, rows } = columns;
      const records =
        names === null ? rows : rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? null])));
      return `${jsonOf(records)}\n`;
    }
  }
}
