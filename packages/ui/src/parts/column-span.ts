/** The first column names the row; where the others have no room it keeps this share of what is in sight, and at least so many pixels. */
const share = 0.3;
const minWidth = 130;

/** The columns as wide as they are drawn: the first gives way as far as that brings more of the others into sight. */
export function fittedColumns<Column extends { readonly width: number }>(
  columns: readonly Column[],
  before: number,
  width: number,
): readonly Column[] {
  const [first] = columns;
  if (first === undefined || width === 0) return columns;
  const missing = columns.reduce((sum, column) => sum + column.width, before) - width;
  const least = Math.min(first.width, Math.max(minWidth, Math.round(width * share)));
  const fitted = Math.min(first.width, Math.max(least, first.width - missing));
  return fitted === first.width ? columns : [{ ...first, width: fitted }, ...columns.slice(1)];
}

/** What decides which columns of a table are drawn. */
export interface ColumnPlaces {
  readonly columns: readonly { readonly width: number; readonly pinned?: boolean }[];
  /** Pixels before the first column. */
  readonly before: number;
  /** What is in sight: how far the table is scrolled sideways and how wide it is, in pixels. */
  readonly left: number;
  readonly width: number;
  /** The column that the keys are at, -1 for none of these. */
  readonly active: number;
}

/** Pixels on either side that are drawn too, so that a small movement finds its columns there. */
const margin = 200;

/**
 * The columns that are drawn, by index: those in sight, the first (it names the row), the pinned ones and that of the keys. All of
 * them while the width is not known.
 */
export function drawnColumns({ columns, before, left, width, active }: ColumnPlaces): number[] {
  const drawn: number[] = [];
  let start = before;
  columns.forEach((column, index) => {
    const end = start + column.width;
    const inSight = width === 0 || (end > left - margin && start < left + width + margin);
    if (inSight || index === 0 || index === active || column.pinned) drawn.push(index);
    start = end;
  });
  return drawn;
}

/** How the cells of a column stand in their rows: worked out once for all of them. */
export interface CellPlace {
  /** Of the column among those of the data. */
  readonly index: number;
  /** Of the column in the grid, from 0; the check boxes are one too. */
  readonly at: number;
  readonly className: string;
  readonly style: { readonly left?: number; readonly gridColumnStart?: number } | undefined;
}

/**
 * The places of drawn columns. A cell follows the one before it; only one with columns left out before it says where it stands, and a
 * pinned one how far from the left edge it stays.
 */
export function cellPlaces(
  columns: readonly { readonly width: number; readonly numeric?: boolean; readonly pinned?: boolean }[],
  drawn: readonly number[],
  before: number,
): CellPlace[] {
  const checks = before > 0 ? 1 : 0;
  return drawn.map((index, place) => {
    const { numeric, pinned } = columns[index]!;
    const afterGap = index !== (drawn[place - 1] ?? -1) + 1;
    const left = columns.slice(0, index).reduce((sum, { width }) => sum + width, before);
    return {
      index,
      at: index + checks,
      className: `tl-grid-cell${numeric ? ' tl-numeric' : ''}${pinned ? ' tl-pinned' : ''}`,
      style:
        pinned || afterGap
          ? { ...(pinned && { left }), ...(afterGap && { gridColumnStart: index + checks + 1 }) }
          : undefined,
    };
  });
}

/** How far the table must be scrolled sideways so that a column is wholly in sight beside the pinned ones. */
export function leftToShow({ columns, before, left, width, active }: ColumnPlaces): number {
  const column = columns[active];
  if (column === undefined || active === 0) return 0;
  if (column.pinned) return left;
  const start = columns.slice(0, active).reduce((sum, one) => sum + one.width, before);
  const pinned = columns.reduce((sum, one) => (one.pinned ? sum + one.width : sum), 0);
  const covered = pinned === 0 ? 0 : before + pinned;
  if (start < left + covered) return Math.max(0, start - covered);
  return Math.max(left, start + column.width - width);
}
