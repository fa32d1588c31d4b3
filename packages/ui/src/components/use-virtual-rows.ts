import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { onPrint } from './on-print.ts';

/** Maximum number of rows of a list on paper. */
const printedRows = 1000;

/** Indices of the first and the last visible row. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** Options of a virtual list. */
export interface VirtualRowsOptions {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Height of a row in pixels; an estimate if the rows are measured. */
  readonly rowHeight: number;
  /** Number of rows rendered outside of the viewport on each side. */
  readonly overscan: number;
  /** Height in pixels that a sticky header takes from the viewport. Default: 0. */
  readonly headerHeight?: number;
  /** Called when other rows have become visible. */
  readonly onRange?: (range: RowRange) => void;
}

/** Rendered rows of a virtual list. */
export interface VirtualRows {
  readonly items: readonly VirtualItem[];
  /** Height of all rows in pixels. */
  readonly height: number;
  /** Ref callback of rows whose height is measured; they carry `data-index`. */
  readonly measure: (element: HTMLElement | null) => void;
  /** Scrolls a row into view. The function is stable. */
  readonly scrollTo: (index: number, align?: 'auto' | 'start' | 'center' | 'end') => void;
  /** Returns the visible rows at the time of the call; `null` before the first layout. */
  readonly range: () => RowRange | null;
}

/** Renders only the visible rows of a long list, and while it is printed also the others. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, scroller, rowHeight, overscan, headerHeight = 0, onRange } = options;
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => onPrint(setPrinting), []);
  // The virtualizer is a mutable object that rerenders its component itself; nothing below is memoized by it.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingEnd: headerHeight,
    onChange: ({ range }) => range && onRange?.({ first: range.startIndex, last: range.endIndex }),
  });
  const printed = isPrinting ? virtual.measurementsCache.slice(0, printedRows) : null;
  return {
    items: printed ?? virtual.getVirtualItems(),
    height: printed?.at(-1)?.end ?? virtual.getTotalSize(),
    measure: virtual.measureElement,
    scrollTo: useCallback((index, align = 'auto') => virtual.scrollToIndex(index, { align }), [virtual]),
    range: useCallback(
      () => virtual.range && { first: virtual.range.startIndex, last: virtual.range.endIndex },
      [virtual],
    ),
  };
}
