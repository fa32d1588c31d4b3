import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TreeRow } from './tree-rows.ts';

/**
 * Keeps the topmost visible row in position when rows are added or removed above it. At the top of the list, new rows
 * become visible.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  rowHeight: number,
): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const element = scroller.current;
    const earlier = before.current;
    before.current = rows;
    if (element === null || earlier === rows || element.scrollTop < 1) return;
    const moved = rowsMoved(earlier, rows, Math.floor(element.scrollTop / rowHeight));
    if (moved !== 0) element.scrollBy(0, moved * rowHeight);
  }, [scroller, rows, rowHeight]);
}

/** Returns by how many rows the topmost row has moved; if it is gone, the first remaining row after it. */
function rowsMoved(earlier: readonly TreeRow[], rows: readonly TreeRow[], top: number): number {
  const indices = new Map(rows.map(({ node }, index) => [node.id, index]));
  for (let index = top; index < earlier.length; index++) {
    const next = indices.get(earlier[index]!.node.id);
    if (next !== undefined) return next - index;
  }
  return 0;
}
