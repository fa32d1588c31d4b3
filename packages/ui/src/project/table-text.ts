import { csvText, tsvText } from '../charts/export/csv.ts';
import { isoText } from '../text/time-text.ts';
import type { Translate } from '../text/translate.ts';
import { type ColumnId, cellOf, columnParts, columnTitle, type ExperimentRow, metricValues } from './columns.ts';

/** Returns the value of a cell without truncation. */
function fullText(row: ExperimentRow, id: ColumnId): string {
  const { kind, name } = columnParts(id);
  switch (kind) {
    case 'started':
      return isoText(row.metadata.startTimeMillis || null);
    case 'metric':
      return String(metricValues(row, name)?.last ?? '');
    case 'min':
      return String(metricValues(row, name)?.min ?? '');
    case 'max':
      return String(metricValues(row, name)?.max ?? '');
    case 'parameter':
      return row.details?.parameters.find((one) => one.name === name)?.valueCurrent ?? '';
    default:
      return cellOf(row, id).text;
  }
}

/** Returns a table as tab-separated text with full values, for a spreadsheet. */
export function tableAsText(rows: readonly ExperimentRow[], columns: readonly ColumnId[], t: Translate): string {
  return tsvText(tableCells(rows, columns, t));
}

/** Returns a table as CSV with full values. */
export function tableAsCsv(rows: readonly ExperimentRow[], columns: readonly ColumnId[], t: Translate): string {
  return csvText(tableCells(rows, columns, t));
}

/** Returns the heading and the rows of a table as cells. */
function tableCells(rows: readonly ExperimentRow[], columns: readonly ColumnId[], t: Translate): readonly string[][] {
  return [columns.map((id) => columnTitle(id, t)), ...rows.map((row) => columns.map((id) => fullText(row, id)))];
}
