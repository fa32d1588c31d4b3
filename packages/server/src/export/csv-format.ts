import { writeFileFrom } from '../maintenance/file-stream.ts';
import { type Batch, type Column, entryAt, type Table, type TableFormat } from './table.ts';

const special = /[",\r\n]/;

/** Returns a field of RFC 4180. Null is an empty field, an empty text is quoted. */
function fieldOf({ type }: Column, entry: string | number | boolean | null): string {
  if (entry === null) return '';
  if (type === 'timestamp') return new Date(entry as number).toISOString();
  const text = Object.is(entry, -0) ? '-0' : String(entry);
  return text === '' || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Number of rows in a piece of text. */
const rowsPerPiece = 4096;

function* linesOf(columns: readonly Column[], { count, columns: data }: Batch): Generator<string> {
  for (let from = 0; from < count; from += rowsPerPiece) {
    let text = '';
    for (let row = from; row < Math.min(from + rowsPerPiece, count); row++) {
      for (const [index, column] of columns.entries()) {
        if (index > 0) text += ',';
        text += fieldOf(column, entryAt(column, data[column.name]!, row));
      }
      text += '\r\n';
    }
    yield text;
  }
}

async function* textOf({ columns, batches }: Table): AsyncGenerator<string> {
  yield `${columns.map(({ name }) => name).join(',')}\r\n`;
  for await (const batch of batches()) yield* linesOf(columns, batch);
}

/** Comma-separated values with a header, UTF-8. Timestamps are in ISO 8601. */
export const csvFormat: TableFormat = {
  extension: 'csv',
  write: (path, table, signal) => writeFileFrom(textOf(table), path, signal),
};
