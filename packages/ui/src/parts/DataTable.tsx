import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MutableRefObject,
  memo,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { type GridPosition, movedInGrid } from './grid-position.ts';
import { Icon } from './Icon.tsx';

/** A column of a table. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Width in pixels; the first column also takes the room that is left. */
  readonly width: number;
  readonly numeric?: boolean;
  readonly sortable?: boolean;
  /** Stays in sight when the table is scrolled sideways; such columns come first. */
  readonly pinned?: boolean;
  cell(row: Row): ReactNode;
  /** Shown on hover. */
  tooltip?(row: Row): string;
}

/** What a table shows. */
export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  rowId(row: Row): string;
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
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
 * A table of virtual rows with the whole pattern of a grid: the focus stays on the grid, `aria-activedescendant` names the cell.
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
    ...(selectable ? ['32px'] : []),
    ...columns.map((column, index) => (index === 0 ? `minmax(${column.width}px, 1fr)` : `${column.width}px`)),
  ].join(' ');
  const width = columns.reduce((sum, column) => sum + column.width, selectable ? 32 : 0);
  const pinnedAt = (index: number) => pinnedPlace(columns, index, selectable);
  const cellId = ({ row, column }: GridPosition) => `${idPrefix}-${row}-${column}`;
  const activeRow = Math.min(position.row, rows.length);
  const active = { row: activeRow, column: Math.min(position.column, columnCount - 1) };
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
      if (next.column === 0) scroller.current?.scrollTo({ left: 0 });
      else document.getElementById(cellId(next))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
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
      <div
        className="tl-grid-row tl-grid-head"
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template, minWidth: width }}
      >
        {selectable && (
          <div
            id={cellId({ row: 0, column: 0 })}
            role="columnheader"
            aria-colindex={1}
            className={cellClass(active, 0, 0, 'tl-grid-check')}
          >
            <input
              type="checkbox"
              tabIndex={-1}
              checked={allSelected}
              aria-label={props.selectAllLabel ?? props.label}
              onChange={() => props.onSelectAll?.(!allSelected)}
            />
          </div>
        )}
        {columns.map((column, index) => {
          const at = index + (selectable ? 1 : 0);
          const sorted = sort?.column === column.id;
          return (
            <div
              key={column.id}
              id={cellId({ row: 0, column: at })}
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : column.sortable ? 'none' : undefined}
              className={cellClass(active, 0, at, extraClass(column))}
              style={pinnedAt(index)}
              title={column.title}
              onClick={() => {
                setPosition({ row: 0, column: at });
                if (column.sortable) props.onSort?.(column.id);
              }}
            >
              <span className="tl-grid-text">{column.title}</span>
              {sorted && <Icon name={sort.descending ? 'down' : 'up'} />}
            </div>
          );
        })}
      </div>
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

/** What a row calls: the same object at each drawing, so that a row is drawn again only when something of it has changed. */
interface RowActions<Row> {
  toggle(row: Row): void;
  activate(row: Row, newPanel: boolean): void;
  place(row: number, column: number): void;
  selectLabel(row: Row): string;
}

const noActions = { toggle() {}, activate() {}, place() {}, selectLabel: () => '' };

interface RowProps<Row> {
  readonly id: string;
  readonly row: Row;
  /** Its place in the grid, from 1. */
  readonly at: number;
  readonly start: number;
  readonly height: number;
  readonly template: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Undefined in a table without check boxes. */
  readonly selected: boolean | undefined;
  /** The column that the keys are at, null in another row. */
  readonly current: number | null;
  readonly idPrefix: string;
  readonly actions: MutableRefObject<RowActions<Row>>;
}

const TableRow = memo(function TableRow<Row>({
  id,
  row,
  at,
  start,
  height,
  template,
  columns,
  selected,
  current,
  idPrefix,
  actions,
}: RowProps<Row>): ReactElement {
  const selectable = selected !== undefined;
  const active = { row: current === null ? -1 : at, column: current ?? -1 };
  return (
    <div
      role="row"
      aria-rowindex={at + 1}
      aria-selected={selected}
      data-id={id}
      className="tl-grid-row"
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)`, height }}
      onClick={(event) => {
        const column = Number((event.target as Element).closest('[data-column]')?.getAttribute('data-column') ?? 0);
        actions.current.place(at, column);
        if (selectable && column === 0) return;
        if (window.getSelection()?.isCollapsed === false) return;
        actions.current.activate(row, event.ctrlKey || event.metaKey);
      }}
      onAuxClick={(event) => event.button === 1 && actions.current.activate(row, true)}
    >
      {selectable && (
        <div
          id={`${idPrefix}-${at}-0`}
          role="gridcell"
          aria-colindex={1}
          data-column={0}
          className={cellClass(active, at, 0, 'tl-grid-check')}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            aria-label={actions.current.selectLabel(row)}
            onChange={() => actions.current.toggle(row)}
          />
        </div>
      )}
      {columns.map((column, index) => {
        const place = index + (selectable ? 1 : 0);
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles are cells and have a column.
          <div
            key={column.id}
            id={`${idPrefix}-${at}-${place}`}
            role={index === 0 ? 'rowheader' : 'gridcell'}
            aria-colindex={place + 1}
            data-column={place}
            className={cellClass(active, at, place, extraClass(column))}
            style={pinnedPlace(columns, index, selectable)}
            title={column.tooltip?.(row)}
          >
            {inCell(column.cell(row))}
          </div>
        );
      })}
    </div>
  );
}) as <Row>(props: RowProps<Row>) => ReactElement;

function pinnedPlace(columns: readonly TableColumn<never>[], index: number, selectable: boolean) {
  return columns[index]!.pinned
    ? { left: columns.slice(0, index).reduce((sum, column) => sum + column.width, selectable ? 32 : 0) }
    : undefined;
}

/** A text that does not fit ends in an ellipsis. */
function inCell(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <span className="tl-grid-text">{content}</span> : content;
}

function extraClass({ numeric, pinned }: { readonly numeric?: boolean; readonly pinned?: boolean }): string {
  return [numeric ? 'tl-numeric' : '', pinned ? 'tl-pinned' : ''].filter(Boolean).join(' ');
}

function cellClass(active: GridPosition, row: number, column: number, extra: string): string {
  const current = active.row === row && active.column === column ? 'tl-current' : '';
  return ['tl-grid-cell', current, extra].filter(Boolean).join(' ');
}
