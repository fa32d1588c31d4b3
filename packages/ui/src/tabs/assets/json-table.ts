import { compactJson, JsonCursor, textOf } from './json-source.ts';
import { jsonOfText } from './json-value.ts';

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

/**
 * Names with their indexes. They mostly repeat in one order, in each record or column, where comparing the JSON of the
 * expected one is enough.
 */
class NameIndex {
  readonly #sources: string[] = [];
  readonly #indexes = new Map<string, number>();

  get names(): string[] {
    return [...this.#indexes.keys()];
  }

  /**
   * Moves a cursor from the name of an entry to its value. Returns the index of the name, which is added if it is new,
   * or -1 if there are `limit` others.
   */
  read(cursor: JsonCursor, expected: number, limit: number): number {
    const source = this.#sources[expected];
    if (source !== undefined && cursor.isKey(source)) return expected;
    const found = cursor.key();
    const name = textOf(found);
    const index = this.#indexes.get(name);
    if (index !== undefined) return index;
    const { size } = this.#indexes;
    if (size >= limit) return -1;
    this.#indexes.set(name, size);
    this.#sources.push(found);
    return size;
  }
}

/** Maximum numbers of rows, and of columns that have cells. */
interface Limits {
  readonly rows: number;
  readonly columns: number;
}

/** Returns a table from its rows, which may lack cells. */
function tableOf(columns: NameIndex, rows: readonly (readonly string[])[], limits: Limits): Table {
  const head = columns.names;
  const shown = head.slice(0, limits.columns);
  return { head, rows: rows.map((row) => shown.map((_, index) => row[index] ?? '')) };
}

/** Returns the rows of a data frame that has columns by name, each with its cells by row: the default of pandas. */
function columnRows(text: string, limits: Limits): Table {
  const columns = new NameIndex();
  const labels = new NameIndex();
  const rows: string[][] = [];
  const cursor = new JsonCursor(text);
  cursor.enter();
  for (let at = 0; cursor.next(); at++) {
    const column = columns.read(cursor, at, Number.POSITIVE_INFINITY);
    const isShown = column < limits.columns;
    cursor.enter();
    let found = 0;
    let isEnd = false;
    // A column without cells may have labels of further rows.
    while (found < limits.rows && (isShown || rows.length < limits.rows)) {
      isEnd = !cursor.next();
      if (isEnd) break;
      const row = labels.read(cursor, found, limits.rows);
      if (row === rows.length) rows.push([]);
      if (row < 0 || !isShown) cursor.skip();
      else rows[row]![column] = cellText(cursor.value());
      if (row >= 0) found++;
    }
    if (!isEnd) cursor.leave();
  }
  return tableOf(columns, rows, limits);
}

/** Returns the rows of a data frame that is a list of records. */
function recordRows(text: string, limits: Limits): Table {
  const columns = new NameIndex();
  const rows: string[][] = [];
  const cursor = new JsonCursor(text);
  cursor.enter();
  while (rows.length < limits.rows && cursor.next()) {
    const row: string[] = [];
    cursor.enter();
    for (let at = 0; cursor.next(); at++) {
      const column = columns.read(cursor, at, Number.POSITIVE_INFINITY);
      if (column < limits.columns) row[column] = cellText(cursor.value());
      else cursor.skip();
    }
    rows.push(row);
  }
  return tableOf(columns, rows, limits);
}

/**
 * Reads the JSON of a data frame: records, or columns by name. Returns at most `limits.rows` rows with the cells of the
 * first `limits.columns` columns; null for other JSON.
 */
export function jsonTable(text: string, limits: Limits): Table | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(value)) return value.every(isRecord) ? recordRows(text, limits) : null;
  return isRecord(value) && Object.values(value as object).every(isRecord) ? columnRows(text, limits) : null;
}

/**
 * Reads JSON Lines: an object in each line. Returns the first `limits.rows` of them, with the cells of the first
 * `limits.columns` columns; null for other texts.
 */
export function jsonLinesTable(text: string, limits: Limits): Table | null {
  const lines: string[] = [];
  for (let start = 0; start < text.length && lines.length < limits.rows; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end).trim();
    if (line !== '') lines.push(line);
    start = end < 0 ? text.length : end + 1;
  }
  const isTable = lines.length > 0 && lines.every((line) => isRecord(jsonOfText(line)));
  return isTable ? recordRows(`[${lines.join(',')}]`, limits) : null;
}
