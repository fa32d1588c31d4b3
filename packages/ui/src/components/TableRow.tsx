import { memo, type ReactElement } from 'react';
import type { CellLayout } from './column-span.ts';
import { cellAttributes, type TableActions, type TableColumn } from './table-column.ts';

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  /** Index in the grid, from 1. */
  readonly at: number;
  /** Offset from the first row in pixels. */
  readonly start: number;
  readonly height: number;
  /** Value of `grid-template-columns`. */
  readonly template: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Layouts of the columns that are rendered. */
  readonly cells: readonly CellLayout[];
  /** `undefined` in a table without check boxes. */
  readonly selected: boolean | undefined;
  /** Label of the check box. */
  readonly selectLabel: string;
  /** Index of the active column; `null` if another row is active. */
  readonly current: number | null;
  readonly idPrefix: string;
  readonly actions: TableActions<Row>;
}

/** Row of a table. */
export const TableRow = memo(function TableRow<Row>({
  id,
  row,
  at,
  start,
  height,
  template,
  columns,
  cells,
  selected,
  selectLabel,
  current,
  idPrefix,
  actions,
}: TableRowProps<Row>): ReactElement {
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
        actions.moveTo(at, column);
        if (selectable && column === 0) return;
        if (window.getSelection()?.isCollapsed === false) return;
        actions.activate(row, event.ctrlKey || event.metaKey);
      }}
      onAuxClick={(event) => event.button === 1 && actions.activate(row, true)}
    >
      {selectable && (
        <div
          {...cellAttributes(current === 0, `${idPrefix}-${at}-0`, 'tl-grid-cell tl-grid-check')}
          role="gridcell"
          aria-colindex={1}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            aria-label={selectLabel}
            onChange={() => actions.toggle(row)}
          />
        </div>
      )}
      {cells.map(({ index, at: column, className, style }) => {
        const { id: key, cell, tooltip } = columns[index]!;
        const content = cell(row);
        const kind = content === undefined ? 'tl-skeleton-cell' : typeof content === 'string' ? 'tl-grid-text' : '';
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles are cells and support a column index.
          <div
            key={key}
            {...cellAttributes(current === column, `${idPrefix}-${at}-${column}`, `${className} ${kind}`)}
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
}) as <Row>(props: TableRowProps<Row>) => ReactElement;
