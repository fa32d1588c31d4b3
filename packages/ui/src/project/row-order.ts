import { containsWords } from '../text/contains-words.ts';
import { numberText } from '../text/number-text.ts';
import { naturalOrder } from '../text/text-order.ts';
import { type Cell, type ColumnId, cellOf, type ExperimentRow } from './columns.ts';

/** Sorts rows by a column. The sort is stable, and rows without a value come last in both directions. */
export function sortedRows(
  rows: readonly ExperimentRow[],
  sort: { readonly column: ColumnId; readonly descending: boolean } | undefined,
): readonly ExperimentRow[] {
  if (!sort) return rows;
  return sortedBy(rows, (row) => cellOf(row, sort.column).order, sort.descending);
}

/** Sorts items by a value, numbers before texts. The sort is stable, and items without a value come last. */
export function sortedBy<Item>(
  items: readonly Item[],
  orderOf: (item: Item) => Cell['order'],
  descending: boolean,
): readonly Item[] {
  const sign = descending ? -1 : 1;
  return items
    .map((item) => ({ item, order: orderOf(item) }))
    .sort((a, b) => {
      if (a.order === null || b.order === null) return Number(a.order === null) - Number(b.order === null);
      if (typeof a.order === 'number' && typeof b.order === 'number') return sign * (a.order - b.order);
      if (typeof a.order === typeof b.order) return sign * naturalOrder(String(a.order), String(b.order));
      return sign * (typeof a.order === 'number' ? -1 : 1);
    })
    .map(({ item }) => item);
}

/** Returns the rows that contain each word of a search in name, key, tags, state or a shown column. */
export function foundRows(
  rows: readonly ExperimentRow[],
  search: string,
  columns: readonly ColumnId[],
): readonly ExperimentRow[] {
  if (search.trim() === '') return rows;
  const searched = [...new Set(['name', 'key', 'state', 'tag', ...columns])];
  return rows.filter((row) => {
    const text = searched
      .map((id) => {
        const { text, order } = cellOf(row, id);
        // Numbers are found in the notation of programs and in that of the locale, whichever one the table shows.
        return typeof order === 'number' && id.includes(':') ? `${text}\n${order}\n${numberText(order)}` : text;
      })
      .join('\n');
    return containsWords(text, search);
  });
}
