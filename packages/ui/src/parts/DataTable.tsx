import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useId, useRef } from 'react';
import { leftToShow } from './column-span.ts';
import type { GridPosition } from './grid-position.ts';
import { HeadRow, noActions, type RowActions, type TableColumn, TableRow, type TableSort } from './TableRows.tsx';
import { useColumnLayout } from './use-column-layout.ts';
import { useGridKeys } from './use-grid-keys.ts';

export type { TableColumn } from './TableRows.tsx';

/** Properties of a table. */
export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  rowId(row: Row): string;
  readonly sort?: TableSort | undefined;
  onSort?(column: string): void;
  /** Ids of the selected rows; if set, the table has a column of check boxes. */
  readonly selection?: ReadonlySet<string> | undefined;
  onSelect?(row: Row, selected: boolean): void;
  /** Returns the label of a row's check box. */
  selectLabel?(row: Row): string;
  onSelectAll?(selected: boolean): void;
  /** Label of the check box for all rows. */
  readonly selectAllLabel?: string;
  /** Called on a click or Enter on a row. */
  onActivate?(row: Row, event: { readonly newPanel: boolean }): void;
  /** Called with the visible rows. */
  onRange?(rows: readonly Row[]): void;
  /** Maximum height in pixels before the table scrolls; `null` fills the available height. */
  readonly maxHeight: number | null;
}

const rowHeight = 28;

/**
 * Virtualized table that follows the ARIA grid pattern: the focus stays on the grid, and `aria-activedescendant`
 * names the cell. Arrows, Home, End and page keys move; Enter opens a row or sorts a column; Space selects.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { rows, rowId, selection, sort } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const idPrefix = useId();
  const selectable = selection !== undefined;
  const checks = selectable ? 1 : 0;
  const columnCount = props.columns.length + checks;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 2,
    // The header occupies one row of the viewport.
    scrollPaddingEnd: rowHeight,
    onChange: (instance) => {
      const range = instance.range;
      if (range) props.onRange?.(rows.slice(range.startIndex, range.endIndex + 1));
    },
  });
  const allSelected = selectable && rows.length > 0 && rows.every((row) => selection.has(rowId(row)));
  const toggle = (row: Row | undefined) => {
    if (row === undefined) props.onSelectAll?.(!allSelected);
    else props.onSelect?.(row, !selection?.has(rowId(row)));
  };
  const { active, place, onKeyDown } = useGridKeys({
    rows: rows.length,
    columns: columnCount,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 2),
    onMove: ({ row, column }) => {
      if (row > 0) virtual.scrollToIndex(row - 1);
      if (scroller.current) showColumn(scroller.current, layout, column - checks);
    },
    onEnter: ({ row: at, column }, newPanel) => {
      const row = rows[at - 1];
      const dataColumn = props.columns[column - checks];
      if (!dataColumn) toggle(row);
      else if (row !== undefined) props.onActivate?.(row, { newPanel });
      else if (dataColumn.sortable) props.onSort?.(dataColumn.id);
    },
    onSpace: ({ row }) => {
      if (selectable) toggle(rows[row - 1]);
      return selectable;
    },
  });
  const layout = useColumnLayout(props.columns, scroller, { selectable, active: active.column - checks });
  const { columns, places, width, template } = layout;
  const cellId = ({ row, column }: GridPosition) => `${idPrefix}-${row}-${column}`;
  // A row that was scrolled away is not in the DOM and cannot be referenced.
  const drawn = active.row === 0 || virtual.getVirtualItems().some(({ index }) => index === active.row - 1);

  const actions = useRef<RowActions<Row>>(noActions);
  actions.current = {
    toggle,
    activate: (row, newPanel) => props.onActivate?.(row, { newPanel }),
    place: (row, column) => place({ row, column }),
    selectLabel: (row) => props.selectLabel?.(row) ?? rowId(row),
    sort: (column) => props.onSort?.(column),
    toggleAll: () => toggle(undefined),
  };

  return (
    <div
      ref={scroller}
      className="tl-grid"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columnCount}
      aria-multiselectable={selectable ? true : undefined}
      aria-activedescendant={drawn ? cellId(active) : undefined}
      onKeyDown={onKeyDown}
      style={props.maxHeight === null ? {} : { maxHeight: props.maxHeight }}
    >
      <HeadRow
        columns={columns}
        template={template}
        width={width}
        sort={sort}
        selected={selectable ? allSelected : undefined}
        selectAllLabel={props.selectAllLabel ?? props.label}
        current={active.row === 0 ? active.column : null}
        idPrefix={idPrefix}
        actions={actions}
      />
      <div className="tl-grid-body" role="rowgroup" style={{ height: virtual.getTotalSize(), minWidth: width }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]!;
          const id = rowId(row);
          return (
            <TableRow
              key={id}
              id={id}
              row={row}
              at={item.index + 1}
              start={item.start}
              height={item.size}
              template={template}
              columns={columns}
              places={places}
              selected={selectable ? (selection.has(id) ?? false) : undefined}
              current={active.row === item.index + 1 ? active.column : null}
              idPrefix={idPrefix}
              actions={actions}
            />
          );
        })}
      </div>
    </div>
  );
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
