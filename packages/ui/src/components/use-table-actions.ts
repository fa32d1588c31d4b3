import { useMemo } from 'react';
import type { TableActions } from './table-column.ts';
import type { DataTableProps } from './table-props.ts';
import { useEvent } from './use-event.ts';

/** Returns the callbacks of a table's rows and headings, the same object in every render. */
export function useTableActions<Row>(
  props: DataTableProps<Row>,
  { allSelected, moveTo }: { readonly allSelected: boolean; readonly moveTo: TableActions<Row>['moveTo'] },
): TableActions<Row> {
  const toggle = useEvent((row: Row) => props.onSelect?.(row, !props.selection?.has(props.rowId(row))));
  const toggleAll = useEvent(() => props.onSelectAll?.(!allSelected));
  const activate = useEvent((row: Row, newPanel: boolean) => props.onActivate?.(row, { newPanel }));
  const sort = useEvent((column: string) => props.onSort?.(column));
  return useMemo(() => ({ toggle, toggleAll, activate, moveTo, sort }), [toggle, toggleAll, activate, moveTo, sort]);
}
