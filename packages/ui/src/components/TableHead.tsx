import { memo, type ReactElement } from 'react';
import { cellLayouts } from './column-span.ts';
import { Icon } from './Icon.tsx';
import { SelectionBox } from './SelectionBox.tsx';
import { cellAttributes, checkWidth, type TableActions, type TableColumn, type TableSort } from './table-column.ts';
import type { Selected } from './table-selection.ts';

interface TableHeadProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  /** Value of `grid-template-columns`. */
  readonly template: string;
  readonly width: number;
  readonly sort: TableSort | undefined;
  /** Whether all rows are selected, or some of them; `undefined` in a table without check boxes. */
  readonly selected: Selected | undefined;
  readonly selectAllLabel: string;
  /** Index of the active column; `null` if another row is active. */
  readonly current: number | null;
  readonly idPrefix: string;
  readonly actions: TableActions<Row>;
}

/** Row of all column headings. It is not virtualized, so that assistive technology finds every column. */
export const TableHead = memo(function TableHead<Row>({
  columns,
  template,
  width,
  sort,
  selected,
  selectAllLabel,
  current,
  idPrefix,
  actions,
}: TableHeadProps<Row>): ReactElement {
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
          {...cellAttributes(current === 0, `${idPrefix}-0-0`, 'tl-grid-cell tl-grid-check')}
          role="columnheader"
          aria-colindex={1}
        >
          <SelectionBox selected={selected} label={selectAllLabel} onChange={actions.toggleAll} />
        </div>
      )}
      {cellLayouts(columns, [...columns.keys()], selectable ? checkWidth : 0).map(({ index, at, className, style }) => {
        const column = columns[index]!;
        const sorted = sort?.column === column.id;
        return (
          <div
            key={column.id}
            {...cellAttributes(current === at, `${idPrefix}-0-${at}`, className)}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : column.sortable ? 'none' : undefined}
            style={style}
            title={column.title}
            onClick={() => {
              actions.moveTo(0, at);
              if (column.sortable) actions.sort(column.id);
            }}
          >
            <span className="tl-grid-text">{column.title}</span>
            {sorted && <Icon name={sort.descending ? 'down' : 'up'} />}
          </div>
        );
      })}
    </div>
  );
}) as <Row>(props: TableHeadProps<Row>) => ReactElement;
