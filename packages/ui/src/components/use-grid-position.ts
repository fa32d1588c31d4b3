import { useCallback, useState } from 'react';
import type { GridPosition } from './grid-position.ts';

/** Active cell of a grid. */
export interface ActiveCell {
  /** Position, within the current size of the grid. Row 0 is the header. */
  readonly active: GridPosition;
  /** Makes a cell the active one. The function is stable. */
  readonly moveTo: (row: number, column: number) => void;
}

/** Manages the active cell of a grid of `rows`, not counting the header, and `columns`. */
export function useGridPosition({ rows, columns }: { readonly rows: number; readonly columns: number }): ActiveCell {
  const [position, setPosition] = useState<GridPosition>({ row: 0, column: 0 });
  return {
    active: { row: Math.min(position.row, rows), column: Math.min(position.column, columns - 1) },
    moveTo: useCallback((row, column) => setPosition({ row, column }), []),
  };
}
