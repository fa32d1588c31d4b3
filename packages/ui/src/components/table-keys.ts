import type { KeyboardEvent } from 'react';
import { type GridPosition, movedInGrid } from './grid-position.ts';
import type { MenuPosition, TableActions } from './table-column.ts';
import type { DataTableProps } from './table-props.ts';
import type { ActiveCell } from './use-grid-position.ts';

/** Options of the keyboard handling of a table. */
export interface TableKeys<Row> extends ActiveCell {
  readonly actions: TableActions<Row>;
  /** Returns the number of rows that a page key moves by. */
  page(): number;
  /** Scrolls a cell into view. */
  onMove(position: GridPosition): void;
  /** Returns where the menu of the active cell opens. */
  menuPosition(position: GridPosition): MenuPosition;
}

/** Handles a key that is pressed in a table. */
export function handleTableKey<Row>(
  event: KeyboardEvent,
  { rows, columns, selection, onMenu }: DataTableProps<Row>,
  { active, moveTo, actions, page, onMove, menuPosition }: TableKeys<Row>,
): void {
  // A field within a cell handles its own keys.
  if (event.target !== event.currentTarget) return;
  const checks = selection === undefined ? 0 : 1;
  const row = rows[active.row - 1];
  const column = columns[active.column - checks];
  const toggle = () => (row === undefined ? actions.toggleAll() : actions.toggle(row));
  const next = movedInGrid(active, event, { rows: rows.length, columns: columns.length + checks, page: page() });
  if (next) {
    moveTo(next.row, next.column);
    onMove(next);
  } else if (event.key === 'Enter') {
    if (column === undefined) toggle();
    else if (row !== undefined) actions.activate(row, column, event.ctrlKey || event.metaKey);
    else if (column.sortable) actions.sort(column.id);
  } else if (event.key === ' ' && checks > 0) toggle();
  else if (row !== undefined && (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))) {
    if (onMenu === undefined) return;
    actions.menu(row, menuPosition(active));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
