import { type RefObject, useMemo } from 'react';
import { cellLayouts, fittedColumns, renderedColumns, scaledColumns } from './column-span.ts';
import { checkWidth, type TableColumn } from './table-column.ts';
import { useScrollViewport } from './use-scroll-viewport.ts';

/** Computes the layout of the table columns in the current viewport. `checks` is the number of check box columns. */
export function useColumnLayout<Row>(
  given: readonly TableColumn<Row>[],
  scroller: RefObject<HTMLElement | null>,
  { checks, active }: { readonly checks: 0 | 1; readonly active: number },
) {
  const viewport = useScrollViewport(scroller);
  const before = checks * checkWidth;
  const columns = useMemo(
    () => fittedColumns(scaledColumns(given, viewport.fontSize), before, viewport.innerWidth),
    [given, before, viewport.fontSize, viewport.innerWidth],
  );
  const cells = useMemo(
    () => cellLayouts(columns, renderedColumns({ columns, before, ...viewport, active }), before),
    [columns, before, viewport, active],
  );
  const width = columns.reduce((sum, column) => sum + column.width, before);
  const template = [
    ...(checks > 0 ? [`${checkWidth}px`] : []),
    ...columns.map(({ width, grows }, index) => (index === 0 || grows ? `minmax(${width}px, 1fr)` : `${width}px`)),
  ].join(' ');
  return { columns, cells, before, width, template };
}
