import { type RefObject, useMemo } from 'react';
import { cellPlaces, drawnColumns, fittedColumns } from './column-span.ts';
import { checkWidth, type TableColumn } from './TableRows.tsx';
import { useScrollViewport } from './use-scroll-viewport.ts';

/** Computes the layout of the table columns in the current viewport. */
export function useColumnLayout<Row>(
  given: readonly TableColumn<Row>[],
  scroller: RefObject<HTMLElement | null>,
  { selectable, active }: { readonly selectable: boolean; readonly active: number },
) {
  const sight = useScrollViewport(scroller);
  const before = selectable ? checkWidth : 0;
  const columns = useMemo(() => fittedColumns(given, before, sight.room), [given, before, sight.room]);
  const places = useMemo(
    () => cellPlaces(columns, drawnColumns({ columns, before, ...sight, active }), before),
    [columns, before, sight, active],
  );
  const width = columns.reduce((sum, column) => sum + column.width, before);
  const template = [
    ...(selectable ? [`${checkWidth}px`] : []),
    ...columns.map((column, index) => (index === 0 ? `minmax(${column.width}px, 1fr)` : `${column.width}px`)),
  ].join(' ');
  return { columns, places, before, width, template };
}
