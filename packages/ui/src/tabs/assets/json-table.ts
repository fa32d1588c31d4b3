import { compactJson, jsonEntries } from './json-source.ts';

/** Table of texts. */
interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text of a cell from its JSON. Numbers have the digits of the file. */
function cellText(source: string | undefined): string {
  if (source === undefined || source === 'null') return '';
  if (source.startsWith('"')) return JSON.parse(source) as string;
  return /^[[{]/.test(source) ? compactJson(source) : source;
}

/** Returns the cells of a record, or of a column, as JSON by their keys. */
function cellsOf(source: string): ReadonlyMap<string, string> {
  return new Map(Array.from(jsonEntries(source), (cell) => [cell.key!, cell.source]));
}

/** Returns the rows of a data frame that has columns by name, each with its cells by row: the default of pandas. */
function columnRows(text: string, limit: number): Table {
  const columns = new Map(Array.from(jsonEntries(text), ({ key, source }) => [key!, cellsOf(source)]));
  const labels = new Set<string>();
  for (const cells of columns.values()) {
    for (const label of cells.keys()) if (labels.size < limit) labels.add(label);
  }
  const rows = Array.from(labels, (label) => Array.from(columns.values(), (cells) => cellText(cells.get(label))));
  return { head: [...columns.keys()], rows };
}

/** Returns the rows of a data frame that is a list of records. */
function recordRows(text: string, limit: number): Table {
  const records: ReadonlyMap<string, string>[] = [];
  for (const { source } of jsonEntries(text)) {
    if (records.length === limit) break;
    records.push(cellsOf(source));
  }
  const head = [...new Set(records.flatMap((record) => [...record.keys()]))];
  return { head, rows: records.map((record) => head.map((name) => cellText(record.get(name)))) };
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
