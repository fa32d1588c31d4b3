/** A cell of a grid; row 0 is the header. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** What of a key press counts. */
export interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Rows without the header, columns, and rows that a page key passes. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** Where a key leads in a grid, or null where it is not a key that moves. Movement ends at the edges. */
export function movedInGrid({ row, column }: GridPosition, key: GridKey, size: GridSize): GridPosition | null {
  const far = key.ctrlKey || key.metaKey;
  const to = (nextRow: number, nextColumn: number): GridPosition => ({
    row: Math.max(0, Math.min(size.rows, nextRow)),
    column: Math.max(0, Math.min(size.columns - 1, nextColumn)),
  });
  switch (key.key) {
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'PageDown':
      return to(row + size.page, column);
    case 'PageUp':
      return to(row - size.page, column);
    case 'Home':
      return far ? to(0, 0) : to(row, 0);
    case 'End':
      return far ? to(size.rows, size.columns - 1) : to(row, size.columns - 1);
    default:
      return null;
  }
}
