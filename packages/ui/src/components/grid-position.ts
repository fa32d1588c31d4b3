/** Cell of a grid; row 0 is the header. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** Relevant properties of a keyboard event. */
export interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Number of rows without the header, number of columns, and rows per page key. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** Returns the cell that a key moves to, or `null` for keys that do not move. Movement stops at the edges. */
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
