import { useMemo } from 'react';
import type { MenuPosition, TableActions, TableColumn } from './table-column.ts';
import type { DataTableProps } from './table-props.ts';
import { selectedOfAll } from './table-selection.ts';
import { useEvent } from './use-event.ts';

/** Returns the callbacks of a table's rows and headings, the same object in every render. */
export function useTableActions<Row>(
  props: DataTableProps<Row>,
  moveTo: TableActions<Row>['moveTo'],
): TableActions<Row> {
  const toggle = useEvent((row: Row) => props.onSelect?.(row, !props.selection?.has(props.rowId(row))));
  const toggleAll = useEvent(() => props.onSelectAll?.(selectedOfAll(props) !== true));
  const activate = useEvent((row: Row, column: TableColumn<Row> | undefined, newPanel: boolean) =>
    column?.activate ? column.activate(row) : props.onActivate?.(row, { newPanel }),
  );
  const menu = useEvent((row: Row, at: MenuPosition) => props.onMenu?.(row, at));
  const sort = useEvent((column: string) => props.onSort?.(column));
  return useMemo(
    () => ({ toggle, toggleAll, activate, menu, moveTo, sort }),
    [toggle, toggleAll, activate, menu, moveTo, sort],
  );
}
