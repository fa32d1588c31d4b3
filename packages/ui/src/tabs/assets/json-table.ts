import { fieldsOf } from '@tracklens/core/untrusted-json';

/** Table of texts. */
interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cellText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Returns the rows of a data frame that has columns by name, each with its cells by row: the default of pandas. */
function columnRows(columns: Readonly<Record<string, unknown>>, limit: number): Table {
  const head = Object.keys(columns);
  const labels = new Set<string>();
  for (const name of head) {
    for (const label of Object.keys(fieldsOf(columns[name]))) if (labels.size < limit) labels.add(label);
  }
  const rows = [...labels].map((label) => head.map((name) => cellText(fieldsOf(columns[name])[label])));
  return { head, rows };
}

/** Parses the JSON of a data frame: records, or columns by name. Returns at most `limit` rows; null for other JSON. */
export function jsonTable(text: string, limit: number): Table | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (isRecord(value)) return Object.values(value).every(isRecord) ? columnRows(value, limit) : null;
  if (!Array.isArray(value) || !value.every(isRecord)) return null;
  const records: readonly Readonly<Record<string, unknown>>[] = value.slice(0, limit);
  const head = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return { head, rows: records.map((record) => head.map((name) => cellText(record[name]))) };
}
