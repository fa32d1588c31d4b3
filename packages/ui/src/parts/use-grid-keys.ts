import { type KeyboardEvent, useState } from 'react';
import { type GridPosition, movedInGrid } from './grid-position.ts';

/** What the keys of a grid do. Row 0 is that of the headings. */
export interface GridKeys {
  /** Rows without the headings. */
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page key passes. */
  page(): number;
  /** Brings a cell into sight. */
  onMove(position: GridPosition): void;
  onEnter(position: GridPosition, newPanel: boolean): void;
  /** Answers whether Space does something there. */
  onSpace(position: GridPosition): boolean;
}

/** The cell that the keys are at, within what the grid holds now. */
export function useGridKeys({ rows, columns, page, onMove, onEnter, onSpace }: GridKeys) {
  const [position, place] = useState<GridPosition>({ row: 0, column: 0 });
  const active = { row: Math.min(position.row, rows), column: Math.min(position.column, columns - 1) };
  const onKeyDown = (event: KeyboardEvent) => {
    // A field within a cell has its own keys.
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
