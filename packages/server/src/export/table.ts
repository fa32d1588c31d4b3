/**
 * Type of a column. A `category` is a text of which there are few; its values are listed before the first batch. A
 * `timestamp` is in milliseconds since 1970, UTC.
 */
export type ColumnType = 'text' | 'category' | 'boolean' | 'integer' | 'double' | 'timestamp';

/** Column of an exported table. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether entries can be null. */
  readonly nullable?: true;
  /** Description with the unit. */
  readonly description: string;
}

/**
 * Entries of a column. A `Float64Array` has no null: in one, `NaN` is null if the column is nullable.
 */
export type ColumnData = readonly (string | number | boolean | null)[] | Float64Array;

/** Some rows of a table: the entries of each column, by its name. */
export interface Batch {
  readonly count: number;
  readonly columns: Readonly<Record<string, ColumnData>>;
}

/** Table whose rows are read while they are written. */
export interface Table {
  readonly columns: readonly Column[];
  /** All values of each column of type `category`, by its name. */
  readonly categories: Readonly<Record<string, readonly string[]>>;
  batches(): AsyncIterable<Batch>;
}

/** Format of the files of an export. */
export interface TableFormat {
  /** Extension of the file's name, without a dot. */
  readonly extension: string;
  /** Writes a new file. The rows are in memory a batch at a time. */
  write(path: string, table: Table, signal: AbortSignal): Promise<void>;
}

/** Returns an entry of a column; null if there is none. */
export function entryAt({ nullable }: Column, data: ColumnData, row: number): string | number | boolean | null {
  const entry = data[row]!;
  return nullable && data instanceof Float64Array && Number.isNaN(entry) ? null : entry;
}

/** Returns a number as a 64-bit integer. */
export function wholeOf(entry: string | number | boolean): bigint {
  return BigInt(Math.trunc(Number(entry)));
}
