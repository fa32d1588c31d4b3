import { memo, type ReactElement } from 'react';
import type { CellLayout } from './column-span.ts';
import { SelectionBox } from './SelectionBox.tsx';
import { cellAttributes, type RowLevel, type TableActions, type TableColumn } from './table-column.ts';
import type { Selected } from './table-selection.ts';

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
  readonly selected: Selected | undefined;
  /** Label of the check box. */
  readonly selectLabel: string;
  /** Index of the active column; `null` if another row is active. */
  readonly current: number | null;
  readonly idPrefix: string;
  /** Level in a table with groups; `undefined` in a table without. */
  readonly level?: RowLevel['level'] | undefined;
  readonly expanded?: RowLevel['expanded'] | undefined;
  readonly hasMenu: boolean;
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
  level,
  expanded,
  hasMenu,
  actions,
}: TableRowProps<Row>): ReactElement {
  const selectable = selected !== undefined;
  return (
    <div
      role="row"
      aria-rowindex={at + 1}
      aria-selected={selectable ? selected === true : undefined}
      aria-level={level}
      aria-expanded={expanded ?? undefined}
      data-id={id}
      className={selected === 'mixed' ? 'tl-grid-row tl-mixed' : 'tl-grid-row'}
      style={{ gridTemplateColumns: template, top: start, height }}
      onClick={(event) => {
        const column = Number((event.target as Element).closest('[aria-colindex]')?.ariaColIndex ?? 1) - 1;
        actions.moveTo(at, column);
        if (selectable && column === 0) return;
        if (window.getSelection()?.isCollapsed === false) return;
        actions.activate(row, columns[column - (selectable ? 1 : 0)], event.ctrlKey || event.metaKey);
      }}
      onAuxClick={(event) => event.button === 1 && actions.activate(row, undefined, true)}
      onContextMenu={(event) => {
        if (!hasMenu) return;
        // The host would show its own menu.
        event.preventDefault();
        event.stopPropagation();
        actions.menu(row, { left: event.clientX, top: event.clientY });
      }}
    >
      {selectable && (
        <div
          {...cellAttributes(current === 0, `${idPrefix}-${at}-0`, 'tl-grid-cell tl-grid-check')}
          role="gridcell"
          aria-colindex={1}
        >
          <SelectionBox selected={selected} label={selectLabel} onChange={() => actions.toggle(row)} />
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
