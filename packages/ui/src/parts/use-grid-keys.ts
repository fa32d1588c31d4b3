import { type KeyboardEvent, useState } from 'react';
import { type GridPosition, movedInGrid } from './grid-position.ts';

/** Options of the keyboard handling of a grid. Row 0 is the header. */
export interface GridKeys {
  /** Number of rows without the header. */
  readonly rows: number;
  readonly columns: number;
  /** Returns the number of rows that a page key moves by. */
  page(): number;
  /** Scrolls a cell into view. */
  onMove(position: GridPosition): void;
  onEnter(position: GridPosition, newPanel: boolean): void;
  /** Returns whether Space has an effect in a cell. */
  onSpace(position: GridPosition): boolean;
}

/** Manages the active cell, clamped to the current size of the grid. */
export function useGridKeys({ rows, columns, page, onMove, onEnter, onSpace }: GridKeys) {
  const [position, place] = useState<GridPosition>({ row: 0, column: 0 });
  const active = { row: Math.min(position.row, rows), column: Math.min(position.column, columns - 1) };
  const onKeyDown = (event: KeyboardEvent) => {
    // A field within a cell handles its own keys.
    if (event.target !== event.currentTarget) return;
    const next = movedInGrid(active, event, { rows, columns, page: page() });
    if (next) {
      place(next);
      onMove(next);
    } else if (event.key === 'Enter') onEnter(active, event.ctrlKey || event.metaKey);
    else if (event.key !== ' ' || !onSpace(active)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { active, place, onKeyDown };
}
