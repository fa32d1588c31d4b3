import { type MutableRefObject, memo, type ReactElement, type ReactNode } from 'react';
import { type CellPlace, cellPlaces } from './column-span.ts';
import { Icon } from './Icon.tsx';

/** Column of a table. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Width in pixels; the first column also takes the remaining width. */
  readonly width: number;
  readonly numeric?: boolean;
  readonly sortable?: boolean;
  /** Stays visible when the table is scrolled horizontally; pinned columns come first. */
  readonly pinned?: boolean;
  /** Renders the content of a row's cell; `undefined` while it is not loaded. */
  cell(row: Row): ReactNode;
  /** Returns the text shown on hover. */
  tooltip?(row: Row): string;
}

/** Column that a table is sorted by. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

/** Width of the check box column in pixels. */
export const checkWidth = 32;

/**
 * Callbacks of rows and headings. The object is stable across renders, so that a row is rendered again only when its
 * own data has changed.
 */
export interface RowActions<Row> {
  toggle(row: Row): void;
  activate(row: Row, newPanel: boolean): void;
  place(row: number, column: number): void;
  selectLabel(row: Row): string;
  sort(column: string): void;
  toggleAll(): void;
}

/** Callbacks of a table that is not rendered yet. */
export const noActions = { toggle() {}, activate() {}, place() {}, selectLabel: () => '', sort() {}, toggleAll() {} };

interface HeadProps<Row>
  extends Pick<RowProps<Row>, 'template' | 'columns' | 'selected' | 'current' | 'idPrefix' | 'actions'> {
  readonly width: number;
  readonly sort: TableSort | undefined;
  readonly selectAllLabel: string;
}

/** Row of all column headings. It is not virtualized, so that assistive technology finds every column. */
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
  return (
    <div
      className="tl-grid-row tl-grid-head"
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: template, minWidth: width }}
    >
      {selectable && (
        <div
          {...currentCell(current === 0, `${idPrefix}-0-0`, 'tl-grid-cell tl-grid-check')}
          role="columnheader"
          aria-colindex={1}
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
      {cellPlaces(columns, [...columns.keys()], selectable ? checkWidth : 0).map(({ index, at, className, style }) => {
        const column = columns[index]!;
        const sorted = sort?.column === column.id;
        return (
          <div
            key={column.id}
            {...currentCell(current === at, `${idPrefix}-0-${at}`, className)}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : column.sortable ? 'none' : undefined}
            style={style}
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
  /** Index in the grid, from 1. */
  readonly at: number;
  readonly start: number;
  readonly height: number;
  readonly template: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Columns that are rendered. */
  readonly places: readonly CellPlace[];
  /** `undefined` in a table without check boxes. */
  readonly selected: boolean | undefined;
  /** Index of the active column; `null` in another row. */
  readonly current: number | null;
  readonly idPrefix: string;
  readonly actions: MutableRefObject<RowActions<Row>>;
}

/** Row of the table. */
export const TableRow = memo(function TableRow<Row>({
  id,
  row,
  at,
  start,
  height,
  template,
  columns,
  places,
  selected,
  current,
  idPrefix,
  actions,
}: RowProps<Row>): ReactElement {
  const selectable = selected !== undefined;
  return (
    <div
      role="row"
      aria-rowindex={at + 1}
      aria-selected={selected}
      data-id={id}
      className="tl-grid-row"
      style={{ gridTemplateColumns: template, top: start, height }}
      onClick={(event) => {
        const column = Number((event.target as Element).closest('[aria-colindex]')?.ariaColIndex ?? 1) - 1;
        actions.current.place(at, column);
        if (selectable && column === 0) return;
        if (window.getSelection()?.isCollapsed === false) return;
        actions.current.activate(row, event.ctrlKey || event.metaKey);
      }}
      onAuxClick={(event) => event.button === 1 && actions.current.activate(row, true)}
    >
      {selectable && (
        <div
          {...currentCell(current === 0, `${idPrefix}-${at}-0`, 'tl-grid-cell tl-grid-check')}
          role="gridcell"
          aria-colindex={1}
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
      {places.map(({ index, at: column, className, style }) => {
        const { id: key, cell, tooltip } = columns[index]!;
        const content = cell(row);
        const kind = content === undefined ? 'tl-skeleton-cell' : typeof content === 'string' ? 'tl-grid-text' : '';
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles are cells and support a column index.
          <div
            key={key}
            {...currentCell(current === column, `${idPrefix}-${at}-${column}`, `${className} ${kind}`)}
            role={index === 0 ? 'rowheader' : 'gridcell'}
            aria-colindex={column + 1}
            style={style}
            title={tooltip?.(row)}
          >
            {content}
          </div>
        );
      })}
    </div>
  );
}) as <Row>(props: RowProps<Row>) => ReactElement;

/** Only the active cell has an id, which the grid references. */
function currentCell(current: boolean, id: string, className: string) {
  return current ? { id, className: `${className} tl-current` } : { className };
}
