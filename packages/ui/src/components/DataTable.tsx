import { type KeyboardEvent, type ReactElement, useId, useRef } from 'react';
import { leftToShow } from './column-span.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import type { MenuPosition } from './table-column.ts';
import { handleTableKey } from './table-keys.ts';
import type { DataTableProps } from './table-props.ts';
import { selectedOf, selectedOfAll } from './table-selection.ts';
import { useColumnLayout } from './use-column-layout.ts';
import { useGridPosition } from './use-grid-position.ts';
import { useTableActions } from './use-table-actions.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export type { TableColumn } from './table-column.ts';

const rowHeight = 28;

/**
 * Virtualized table that follows the ARIA grid pattern: the focus stays on the grid, and `aria-activedescendant`
 * names the cell. Arrows, Home, End and page keys move; Enter opens a row or sorts a column; Space selects.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { rows, rowId, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const idPrefix = useId();
  const checks = selection === undefined ? 0 : 1;
  const columnCount = props.columns.length + checks;
  const virtual = useVirtualRows({
    count: rows.length,
    scroller,
    rowHeight,
    overscan: 2,
    headerHeight: rowHeight,
    onRange: ({ first, last }) => props.onRange?.(rows.slice(first, last + 1)),
  });
  const cell = useGridPosition({ rows: rows.length, columns: columnCount });
  const { row: activeRow, column: activeColumn } = cell.active;
  const layout = useColumnLayout(props.columns, scroller, { checks, active: activeColumn - checks });
  const actions = useTableActions(props, cell.moveTo);
  const onKeyDown = (event: KeyboardEvent) =>
    handleTableKey(event, props, {
      ...cell,
      actions,
      page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 2),
      menuPosition: ({ row, column }) => menuBelow(`${idPrefix}-${row}-${column}`),
      onMove: ({ row, column }) => {
        if (row > 0) virtual.scrollTo(row - 1);
        if (scroller.current) showColumn(scroller.current, layout, column - checks);
      },
    });
  // A row that was scrolled away is not in the DOM and cannot be referenced.
  const isActiveRendered = activeRow === 0 || virtual.items.some(({ index }) => index === activeRow - 1);
  const shared = { columns: layout.columns, template: layout.template, idPrefix, actions };
  return (
    <div
      ref={scroller}
      className="tl-grid"
      role="grid"
      tabIndex={0}
      {...(props.tree !== undefined && { role: 'treegrid' })}
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columnCount}
      aria-multiselectable={selection === undefined ? undefined : true}
      aria-activedescendant={isActiveRendered ? `${idPrefix}-${activeRow}-${activeColumn}` : undefined}
      onKeyDown={onKeyDown}
      style={props.maxHeight === null ? {} : { maxHeight: props.maxHeight }}
    >
      <TableHead
        {...shared}
        width={layout.width}
        sort={props.sort}
        selected={selectedOfAll(props)}
        selectAllLabel={props.selectAllLabel ?? props.label}
        current={activeRow === 0 ? activeColumn : null}
      />
      <div className="tl-grid-body" role="rowgroup" style={{ height: virtual.height, minWidth: layout.width }}>
        {virtual.items.map(({ index, start, size: height }) => {
          const row = rows[index]!;
          return (
            <TableRow
              key={rowId(row)}
              {...shared}
              id={rowId(row)}
              row={row}
              at={index + 1}
              start={start}
              height={height}
              cells={layout.cells}
              selected={selectedOf(props, row)}
              selectLabel={props.selectLabel?.(row) ?? rowId(row)}
              current={activeRow === index + 1 ? activeColumn : null}
              {...props.tree?.(row)}
              hasMenu={props.onMenu !== undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Returns the position of a menu below a cell. */
function menuBelow(cellId: string): MenuPosition {
  const { left = 0, bottom = 0 } = document.getElementById(cellId)?.getBoundingClientRect() ?? {};
  return { left, top: bottom };
}

/** Scrolls a table horizontally until a column is visible. */
function showColumn<Row>(
  scroller: HTMLElement,
  { columns, before }: Pick<ReturnType<typeof useColumnLayout<Row>>, 'columns' | 'before'>,
  active: number,
): void {
  const left = leftToShow({ columns, before, left: scroller.scrollLeft, width: scroller.clientWidth, active });
  // Rows are scrolled separately; setting an unchanged position would interrupt that scrolling.
  if (left !== scroller.scrollLeft) scroller.scrollLeft = left;
}
