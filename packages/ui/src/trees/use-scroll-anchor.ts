import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TreeRow } from './tree-controller.ts';

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
    const top = Math.floor(element.scrollTop / rowHeight);
    const places = new Map(rows.map(({ node }, place) => [node.id, place]));
    // If the topmost row is gone, the first remaining row after it is used.
    for (let index = top; index < earlier.length; index++) {
      const place = places.get(earlier[index]!.node.id);
      if (place === undefined) continue;
      if (place !== index) element.scrollTop += (place - index) * rowHeight;
      return;
    }
  }, [scroller, rows, rowHeight]);
}
