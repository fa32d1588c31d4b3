import { compactJson, jsonEntries, textOf } from './json-source.ts';

/** Table of texts. */
interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text of a cell from its JSON. Numbers have the digits of the file. */
function cellText(source: string): string {
  if (source === 'null') return '';
  if (source.startsWith('"')) return textOf(source);
  return source.startsWith('[') || source.startsWith('{') ? compactJson(source) : source;
}

/** Returns the index of a column, which is added if it is new. */
function indexIn(columns: Map<string, number>, name: string): number {
  const index = columns.get(name) ?? columns.size;
  if (index === columns.size) columns.set(name, index);
  return index;
}

/** Returns a table from its rows, which may lack cells, and the indexes of its columns. */
function tableOf(columns: ReadonlyMap<string, number>, rows: readonly (readonly string[])[]): Table {
  const head = [...columns.keys()];
  return { head, rows: rows.map((row) => head.map((_, index) => row[index] ?? '')) };
}

/** Returns the rows of a data frame that has columns by name, each with its cells by row: the default of pandas. */
function columnRows(text: string, limit: number): Table {
  const columns = new Map<string, number>();
  const rows = new Map<string, string[]>();
  for (const { key: name, source } of jsonEntries(text)) {
    const column = indexIn(columns, name!);
    let found = 0;
    for (const { key: label, source: cell } of jsonEntries(source)) {
      if (found === limit) break;
      if (rows.size < limit && !rows.has(label!)) rows.set(label!, []);
      const row = rows.get(label!);
      if (row === undefined) continue;
      row[column] = cellText(cell);
      found++;
    }
  }
  return tableOf(columns, [...rows.values()]);
}

/** Returns the rows of a data frame that is a list of records. */
function recordRows(text: string, limit: number): Table {
  const columns = new Map<string, number>();
  const rows: string[][] = [];
  for (const { source } of jsonEntries(text)) {
    if (rows.length === limit) break;
    const row: string[] = [];
    for (const { key, source: cell } of jsonEntries(source)) row[indexIn(columns, key!)] = cellText(cell);
    rows.push(row);
  }
  return tableOf(columns, rows);
}

/** Reads the JSON of a data frame: records, or columns by name. Returns at most `limit` rows; null for other JSON. */
export function jsonTable(text: string, limit: number): Table | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(value)) return value.every(isRecord) ? recordRows(text, limit) : null;
  return isRecord(value) && Object.values(value as object).every(isRecord) ? columnRows(text, limit) : null;
}
