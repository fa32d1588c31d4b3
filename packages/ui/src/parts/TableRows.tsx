import { type MutableRefObject, memo, type ReactElement, type ReactNode } from 'react';
import type { GridPosition } from './grid-position.ts';
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

/** The column that a table is ordered by. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

/** Pixels of the column of check boxes. */
export const checkWidth = 32;

/** What a row calls, that of the headings too: the same object at each drawing, so that a row is drawn again only when something of it has changed. */
export interface RowActions<Row> {
  toggle(row: Row): void;
  activate(row: Row, newPanel: boolean): void;
  place(row: number, column: number): void;
  selectLabel(row: Row): string;
  sort(column: string): void;
  toggleAll(): void;
}

/** Of a table that has not been drawn yet. */
export const noActions = { toggle() {}, activate() {}, place() {}, selectLabel: () => '', sort() {}, toggleAll() {} };

interface HeadProps<Row>
  extends Pick<RowProps<Row>, 'template' | 'columns' | 'selected' | 'current' | 'idPrefix' | 'actions'> {
  readonly width: number;
  readonly sort: TableSort | undefined;
  readonly selectAllLabel: string;
}

/** The headings, all of them: who reads the page by its elements finds each column there. */
export const HeadRow = memo(function HeadRow<Row>({
  columns,
  template,
  width,
  sort,
  selected,
  selectAllLabel,
  current,
  idPrefix,
  actions,
}: HeadProps<Row>): ReactElement {
  const selectable = selected !== undefined;
  const active = { row: current === null ? -1 : 0, column: current ?? -1 };
  return (
    <div
      className="tl-grid-row tl-grid-head"
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: template, minWidth: width }}
    >
      {selectable && (
        <div
          id={`${idPrefix}-0-0`}
          role="columnheader"
          aria-colindex={1}
          className={cellClass(active, 0, 0, 'tl-grid-check')}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            aria-label={selectAllLabel}
            onChange={() => actions.current.toggleAll()}
          />
        </div>
      )}
      {columns.map((column, index) => {
        const at = index + (selectable ? 1 : 0);
        const sorted = sort?.column === column.id;
        return (
          <div
            key={column.id}
            id={`${idPrefix}-0-${at}`}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : column.sortable ? 'none' : undefined}
            className={cellClass(active, 0, at, extraClass(column))}
            style={placeOf(columns, index, selectable)}
            title={column.title}
            onClick={() => {
              actions.current.place(0, at);
              if (column.sortable) actions.current.sort(column.id);
            }}
          >
            <span className="tl-grid-text">{column.title}</span>
            {sorted && <Icon name={sort.descending ? 'down' : 'up'} />}
          </div>
        );
      })}
    </div>
  );
}) as <Row>(props: HeadProps<Row>) => ReactElement;

interface RowProps<Row> {
  readonly id: string;
  readonly row: Row;
  /** Its place in the grid, from 1. */
  readonly at: number;
  readonly start: number;
  readonly height: number;
  readonly template: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Indices of the columns that are drawn. */
  readonly shown: readonly number[];
  /** Undefined in a table without check boxes. */
  readonly selected: boolean | undefined;
  /** The column that the keys are at, null in another row. */
  readonly current: number | null;
  readonly idPrefix: string;
  readonly actions: MutableRefObject<RowActions<Row>>;
}

/** One row of the table. */
export const TableRow = memo(function TableRow<Row>({
  id,
  row,
  at,
  start,
  height,
  template,
  columns,
  shown,
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
      style={{ gridTemplateColumns: template, top: start, height }}
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
      {shown.map((index) => {
        const column = columns[index]!;
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
            style={placeOf(columns, index, selectable)}
            title={column.tooltip?.(row)}
          >
            {inCell(column.cell(row))}
          </div>
        );
      })}
    </div>
  );
}) as <Row>(props: RowProps<Row>) => ReactElement;

/** Where a cell stands in its row; columns that are not drawn leave their room. */
function placeOf(columns: readonly TableColumn<never>[], index: number, selectable: boolean) {
  const gridColumnStart = index + (selectable ? 2 : 1);
  if (!columns[index]!.pinned) return { gridColumnStart };
  return {
    gridColumnStart,
    left: columns.slice(0, index).reduce((sum, column) => sum + column.width, selectable ? checkWidth : 0),
  };
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
