import type { DataTableProps } from './table-props.ts';

/** Whether a row is selected; `mixed` for a group of which only some members are. */
export type Selected = boolean | 'mixed';

type Selection<Row> = Pick<DataTableProps<Row>, 'rows' | 'rowId' | 'selection' | 'mixed'>;

/** Returns whether a row is selected; `undefined` in a table without check boxes. */
export function selectedOf<Row>({ rowId, selection, mixed }: Selection<Row>, row: Row): Selected | undefined {
  return mixed?.has(rowId(row)) ? 'mixed' : selection?.has(rowId(row));
}

/** Returns whether all rows are selected, or some of them; `undefined` in a table without check boxes. */
export function selectedOfAll<Row>(table: Selection<Row>): Selected | undefined {
  const { rows, selection } = table;
  if (selection === undefined) return undefined;
  if (rows.length > 0 && rows.every((row) => selectedOf(table, row) === true)) return true;
  return rows.some((row) => selectedOf(table, row)) && 'mixed';
}
