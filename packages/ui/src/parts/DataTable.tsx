import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactElement, useId, useMemo, useRef, useState } from 'react';
import { cellPlaces, drawnColumns, leftToShow } from './column-span.ts';
import { type GridPosition, movedInGrid } from './grid-position.ts';
import {
  checkWidth,
  HeadRow,
  noActions,
  type RowActions,
  type TableColumn,
  TableRow,
  type TableSort,
} from './TableRows.tsx';
import { useSight } from './use-sight.ts';

export type { TableColumn } from './TableRows.tsx';

/** What a table shows. */
export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  rowId(row: Row): string;
  readonly sort?: TableSort | undefined;
  onSort?(column: string): void;
  /** Ids of the selected rows; with it the table has a column of check boxes. */
  readonly selection?: ReadonlySet<string> | undefined;
  onSelect?(row: Row, selected: boolean): void;
  /** Names the check box of a row. */
  selectLabel?(row: Row): string;
  onSelectAll?(selected: boolean): void;
  /** Names the check box of all rows. */
  readonly selectAllLabel?: string;
  /** Click or Enter on a row. */
  onActivate?(row: Row, event: { readonly newPanel: boolean }): void;
  /** Called with the rows in sight. */
  onRange?(rows: readonly Row[]): void;
  /** The tallest the table may be in pixels, before it scrolls by itself; null lets it fill what it is given. */
  readonly maxHeight: number | null;
}

const rowHeight = 28;

/**
 * A table of virtual rows and columns with the whole pattern of a grid: the focus stays on the grid, `aria-activedescendant` names the cell.
 * Arrows, Home, End, Page keys move; Enter opens a row or sorts a column; Space selects.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { columns, rows, rowId, selection, sort } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const idPrefix = useId();
  const [position, setPosition] = useState<GridPosition>({ row: 0, column: 0 });
  const selectable = selection !== undefined;
  const columnCount = columns.length + (selectable ? 1 : 0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    // The header takes its height from what the rows are seen through.
    scrollPaddingEnd: rowHeight,
    onChange: (instance) => {
      const range = instance.range;
      if (range) props.onRange?.(rows.slice(range.startIndex, range.endIndex + 1));
    },
  });
  const template = [
    ...(selectable ? [`${checkWidth}px`] : []),
    ...columns.map((column, index) => (index === 0 ? `minmax(${column.width}px, 1fr)` : `${column.width}px`)),
  ].join(' ');
  const before = selectable ? checkWidth : 0;
  const width = columns.reduce((sum, column) => sum + column.width, before);
  const cellId = ({ row, column }: GridPosition) => `${idPrefix}-${row}-${column}`;
  const activeRow = Math.min(position.row, rows.length);
  const active = { row: activeRow, column: Math.min(position.column, columnCount - 1) };
  const activeColumn = active.column - (selectable ? 1 : 0);
  const sight = useSight(scroller);
  const places = useMemo(
    () => cellPlaces(columns, drawnColumns({ columns, before, ...sight, active: activeColumn }), before),
    [columns, before, sight, activeColumn],
  );
  // A row that was scrolled away is not there to be named.
  const drawn = active.row === 0 || virtual.getVirtualItems().some(({ index }) => index === active.row - 1);
  const allSelected = selectable && rows.length > 0 && rows.every((row) => selection.has(rowId(row)));

  const toggle = (row: Row) => props.onSelect?.(row, !selection?.has(rowId(row)));
  const act = ({ row: at, column }: GridPosition, newPanel: boolean) => {
    const row = rows[at - 1];
    const dataColumn = columns[column - (selectable ? 1 : 0)];
    if (row === undefined) {
      if (dataColumn?.sortable) props.onSort?.(dataColumn.id);
      else if (!dataColumn) props.onSelectAll?.(!allSelected);
    } else if (dataColumn) props.onActivate?.(row, { newPanel });
    else toggle(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 2);
    const next = movedInGrid(active, event, { rows: rows.length, columns: columnCount, page });
    if (next) {
      setPosition(next);
      if (next.row > 0) virtual.scrollToIndex(next.row - 1);
      const { scrollLeft = 0, clientWidth = 0 } = scroller.current ?? {};
      const places = {
        columns,
        before,
        left: scrollLeft,
        width: clientWidth,
        active: next.column - (selectable ? 1 : 0),
      };
      const left = leftToShow(places);
      // Rows scroll by themselves; moving both at once would end the other.
      if (left !== scrollLeft && scroller.current) scroller.current.scrollLeft = left;
    } else if (event.key === 'Enter') act(active, event.ctrlKey || event.metaKey);
    else if (event.key === ' ' && selectable) {
      const row = rows[active.row - 1];
      if (row === undefined) props.onSelectAll?.(!allSelected);
      else toggle(row);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const actions = useRef<RowActions<Row>>(noActions);
  actions.current = {
    toggle,
    activate: (row, newPanel) => props.onActivate?.(row, { newPanel }),
    place: (row, column) => setPosition({ row, column }),
    selectLabel: (row) => props.selectLabel?.(row) ?? rowId(row),
    sort: (column) => props.onSort?.(column),
    toggleAll: () => props.onSelectAll?.(!allSelected),
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
