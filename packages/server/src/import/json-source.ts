import { stat } from 'node:fs/promises';
import type { RunSource, SourceItem } from './run-source.ts';
import { columnsOf, rowItems, type TableRow } from './table-rows.ts';
import { textLines, textOf } from './text-lines.ts';

/** Larger files are to be lines of JSON, which are read one by one. */
const maxJsonBytes = 500_000_000;

const isRow = (value: unknown): value is TableRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRows = (value: unknown): value is TableRow[] => Array.isArray(value) && value.length > 0 && value.every(isRow);

/** Returns a table of columns, such as the history of Keras, as rows; null for another value. */
function rowsOfColumns(value: unknown): TableRow[] | null {
  if (!isRow(value)) return null;
  const columns = Object.entries(value).filter(([, cells]) => Array.isArray(cells)) as [string, unknown[]][];
  if (columns.length === 0 || columns.length < Object.keys(value).length) return null;
  const length = columns.reduce((most, [, cells]) => Math.max(most, cells.length), 0);
  const { step, epoch } = columnsOf(columns.map(([name]) => name));
  const hasStep = step !== undefined || epoch !== undefined;
  return Array.from({ length }, (_, index) => ({
    ...(hasStep ? {} : { epoch: index }),
    ...Object.fromEntries(columns.map(([name, cells]) => [name, cells[index]])),
  }));
}

/** Returns the rows in a JSON file: a list of objects, the state of the trainer of Hugging Face, or lists by name. */
function rowsOf(value: unknown): TableRow[] | null {
  if (isRows(value)) return value;
  if (isRow(value) && isRows(value.log_history)) return value.log_history;
  return rowsOfColumns(value);
}

/** Returns the runs of a JSON file. */
export function jsonSource(path: string, label: string): RunSource {
  return {
    path,
    label,
    async *items() {
      if ((await stat(path)).size > maxJsonBytes) {
        throw new Error(`${path} is too large for JSON: 500 MB at most. Write one object a line, as .jsonl.`);
      }
      const text = await textOf(path);
      let value: unknown;
      try {
        value = parsedJson(text);
      } catch (error) {
        throw new Error(`${path} is no JSON (${(error as Error).message}).`, { cause: error });
      }
      const rows = rowsOf(value);
      if (rows === null) throw new Error(`${path} has no table: a list of objects, or lists of numbers by name.`);
      yield* rowItems(rows);
    },
  };
}

/** Parses JSON, or what Python writes: with NaN and infinities, which become texts. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(quotedConstants(text));
  }
}

/** Returns JSON text in which the numbers that only Python writes are texts. */
function quotedConstants(text: string): string {
  // The end of a text is optional: in a damaged file, each quote would be tried as the start of a text without one.
  const part = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\b(?:NaN|Infinity)\b/g;
  return text.replace(part, (found) => (found.startsWith('"') ? found : `"${found}"`));
}

/** Maximum number of damaged lines that are named: another file may have millions of lines that are no JSON. */
const maxNamedLines = 10;

/** Returns the runs of a file with one JSON object a line. */
export function jsonLinesSource(path: string, label: string): RunSource {
  return {
    path,
    label,
    async *items(): AsyncGenerator<SourceItem> {
      const damaged: number[] = [];
      let unnamed = 0;
      const rows = async function* (): AsyncGenerator<TableRow> {
        let number = 0;
        for await (const line of textLines(path)) {
          number++;
          if (line.trim() === '') continue;
          const row = parsedLine(line);
          if (row !== null) yield row;
          else if (damaged.length < maxNamedLines) damaged.push(number);
          else unnamed++;
        }
      };
      let run = '';
      for await (const item of rowItems(rows())) {
        run = item.run;
        yield item;
      }
      for (const line of damaged)
        yield { run, item: { kind: 'leftOut', what: `line ${line}, which is no JSON object` } };
      if (unnamed > 0) yield { run, item: { kind: 'leftOut', what: `${unnamed} further lines` } };
    },
  };
}

function parsedLine(line: string): TableRow | null {
  try {
    const value = parsedJson(line);
    return isRow(value) ? value : null;
  } catch {
    return null;
  }
}
