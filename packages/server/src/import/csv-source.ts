import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { RunSource } from './run-source.ts';
import { rowItems, type TableRow } from './table-rows.ts';
import { encodingError, encodingOf } from './text-lines.ts';

/** Bytes in which the first line is looked for. */
const headBytes = 65_536;

/** Returns the separator of a file and the number of the line with the names of its columns. */
async function layoutOf(path: string): Promise<{ delimiter: string; headerLine: number }> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const head = buffer.subarray(0, bytesRead);
  const [line = ''] = new TextDecoder(encodingOf(head)).decode(head).split(/\r?\n/, 1);
  // A first line for Excel.
  const named = /^sep=(.)$/.exec(line)?.[1];
  if (named !== undefined) return { delimiter: named, headerLine: 2 };
  const count = (separator: string) => line.split(separator).length;
  const most = [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
  return { delimiter: most, headerLine: 1 };
}

/**
 * Yields the bytes of a text file.
 *
 * @throws Error if it is neither UTF-8 nor UTF-16 with a byte order mark: its names would be damaged
 */
async function* textBytes(path: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (bytes?: Buffer) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      throw encodingError(path, error);
    }
  };
  let isWide: boolean | undefined;
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    isWide ??= encodingOf(bytes) === 'utf-16le';
    if (!isWide) check(bytes);
    yield bytes;
  }
  check();
}

const commaNumber = /^[+-]?(\d+,\d*|,\d+)(e[+-]?\d+)?$/i;

/** Returns a cell with a point in place of a decimal comma. */
const withPoint = (cell: string) => (commaNumber.test(cell) ? cell.replace(',', '.') : cell);

/** Returns the names of columns: a repeated one gets a number, as in pandas. The cells of each are stored. */
function columnNames(header: readonly string[]): string[] {
  const names = new Set<string>();
  return header.map((name) => {
    let distinct = name;
    // Columns without a name are not imported.
    for (let number = 1; name !== '' && names.has(distinct); number++) distinct = `${name}.${number}`;
    names.add(distinct);
    return distinct;
  });
}

/** Maximum number of bytes of a row: one that is longer has a quote without an end. */
const maxRowBytes = 100_000_000;

/** Returns the runs of a CSV file with a header. */
export function csvSource(path: string, label: string): RunSource {
  return {
    path,
    label,
    async *items() {
      const { delimiter, headerLine } = await layoutOf(path);
      const parser = parse({
        bom: true,
        ...(delimiter === ',' ? {} : { cast: withPoint }),
        columns: columnNames,
        delimiter,
        from_line: headerLine,
        max_record_size: maxRowBytes,
        relax_column_count: true,
        skip_empty_lines: true,
        trim: true,
      });
      const file = Readable.from(textBytes(path)).on('error', (error) => parser.destroy(error));
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
