import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse';
import type { RunSource } from './run-source.ts';
import { rowItems, type TableRow } from './table-rows.ts';

/** Bytes in which the first line is looked for. */
const headBytes = 65_536;

/** Returns the separator of a file: the one that its first line has most. */
async function separatorOf(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const [line = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/, 1);
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

const commaNumber = /^[+-]?(\d+,\d*|,\d+)(e[+-]?\d+)?$/i;

/** Returns a cell with a point in place of a decimal comma. */
const withPoint = (cell: string) => (commaNumber.test(cell) ? cell.replace(',', '.') : cell);

/** Returns the runs of a CSV file with a header. */
export function csvSource(path: string, label: string): RunSource {
  return {
    path,
    label,
    async *items() {
      const delimiter = await separatorOf(path);
      const parser = parse({
        bom: true,
        ...(delimiter === ',' ? {} : { cast: withPoint }),
        columns: true,
        delimiter,
        relax_column_count: true,
        skip_empty_lines: true,
        trim: true,
      });
      const file = createReadStream(path).on('error', (error) => parser.destroy(error));
      try {
        yield* rowItems(file.pipe(parser) as AsyncIterable<TableRow>);
      } catch (error) {
        if (!(error instanceof CsvError)) throw error;
        throw new Error(`${path} is no CSV table (line ${error.lines}). Correct it, and import it again.`, {
          cause: error,
        });
      } finally {
        file.destroy();
      }
    },
  };
}
