import { orderedMetrics } from '@tracklens/core/charts';
import { tsvText } from '../charts/export/csv.ts';
import type { Summary } from '../source/records.ts';
import { containsWords } from '../text/contains-words.ts';
import { numberOf } from '../text/number-text.ts';
import { naturalOrderIgnoringCase } from '../text/text-order.ts';

/** Column of the tables of metrics and parameters. */
export type SummaryColumn = 'name' | 'last' | 'min' | 'max' | 'step';

/** Sort order of these tables: by a column, or metrics as in all other views. */
export interface SummarySort {
  readonly column: SummaryColumn | 'metric-order';
  readonly descending: boolean;
}

function fieldOf(row: Summary, column: SummaryColumn): string | number | null | undefined {
  switch (column) {
    case 'name':
      return row.name;
    case 'last':
      return row.valueCurrent;
    case 'min':
      return row.valueMin;
    case 'max':
      return row.valueMax;
    case 'step':
      return row.stepCurrent;
  }
}

/** Compares numerically, then alphabetically. Missing values and NaN come last in both directions. */
function compare(a: Summary, b: Summary, column: SummaryColumn, descending: boolean): number {
  const [x, y] = [fieldOf(a, column), fieldOf(b, column)];
  const [m, n] = column === 'name' ? [null, null] : [numberOf(x), numberOf(y)];
  const lacks = (value: typeof x, number: number | null) =>
    value === null || value === undefined || value === '' || Number.isNaN(number);
  const sign = descending ? -1 : 1;
  if (lacks(x, m) || lacks(y, n)) return Number(lacks(x, m)) - Number(lacks(y, n));
  if (m !== null && n !== null) return sign * (m < n ? -1 : m > n ? 1 : 0);
  if (m !== null || n !== null) return sign * (m !== null ? -1 : 1);
  return sign * naturalOrderIgnoringCase(String(x), String(y));
}

/** Returns the summaries whose name or value contains each word of a search, sorted. Ties are sorted by name. */
export function shownSummaries(summaries: readonly Summary[], search: string, sort: SummarySort): Summary[] {
  const found = summaries.filter(({ name, valueCurrent }) => containsWords(`${name}\n${valueCurrent ?? ''}`, search));
  const { column, descending } = sort;
  if (column === 'metric-order') {
    const ranks = new Map(orderedMetrics(found.map(({ name }) => name)).map((name, rank) => [name, rank]));
    return found.sort((a, b) => ranks.get(a.name)! - ranks.get(b.name)!);
  }
  return found.sort((a, b) => compare(a, b, column, descending) || compare(a, b, 'name', false));
}

/** Returns summaries as tab-separated text with unrounded values, for a spreadsheet. */
export function summariesAsText(summaries: readonly Summary[], columns: readonly SummaryColumn[]): string {
  return tsvText([columns, ...summaries.map((row) => columns.map((column) => fieldOf(row, column) ?? null))]);
}
