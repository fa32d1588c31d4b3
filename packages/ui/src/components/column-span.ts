/** Font size for which the widths of columns are given, in pixels. */
const givenFontSize = 13;

/** Returns columns with the widths for a larger font. */
export function scaledColumns<Column extends { readonly width: number }>(
  columns: readonly Column[],
  fontSize: number,
): readonly Column[] {
  if (fontSize <= givenFontSize) return columns;
  return columns.map((column) => ({ ...column, width: Math.ceil((column.width * fontSize) / givenFontSize) }));
}

/** Minimum width of the first column, which names the row, as a share of the viewport and in pixels. */
const share = 0.45;
const minWidth = 130;

/** Fits the column widths to the viewport: the first column shrinks, within limits, to show more of the others. */
export function fittedColumns<Column extends { readonly width: number }>(
  columns: readonly Column[],
  before: number,
  width: number,
): readonly Column[] {
  const [first] = columns;
  if (first === undefined || width === 0) return columns;
  const missing = columns.reduce((sum, column) => sum + column.width, before) - width;
  const minimum = Math.min(first.width, Math.max(minWidth, Math.round(width * share)));
  const fitted = Math.min(first.width, Math.max(minimum, first.width - missing));
  return fitted === first.width ? columns : [{ ...first, width: fitted }, ...columns.slice(1)];
}

/** Input that determines which columns are rendered. */
export interface ColumnViewport {
  readonly columns: readonly { readonly width: number; readonly pinned?: boolean }[];
  /** Width before the first column in pixels. */
  readonly before: number;
  /** Horizontal viewport of the table: scroll offset and width in pixels. */
  readonly left: number;
  readonly width: number;
  /** Index of the active column; -1 for none of these. */
  readonly active: number;
}

/** Width rendered outside of the viewport on each side, so that small scroll movements reveal rendered columns. */
const margin = 200;

/**
 * Returns the indices of the columns to render: visible ones, the first (it names the row), pinned ones and the
 * active one. All of them while the width is unknown.
 */
export function renderedColumns({ columns, before, left, width, active }: ColumnViewport): number[] {
  const rendered: number[] = [];
  let start = before;
  columns.forEach((column, index) => {
    const end = start + column.width;
    const isVisible = width === 0 || (end > left - margin && start < left + width + margin);
    if (isVisible || index === 0 || index === active || column.pinned) rendered.push(index);
    start = end;
  });
  return rendered;
}

/** Layout of the cells of a column, computed once for all rows. */
export interface CellLayout {
  /** Index among the data columns. */
  readonly index: number;
  /** Index in the grid from 0, counting the check box column. */
  readonly at: number;
  readonly className: string;
  readonly style: { readonly left?: number; readonly gridColumnStart?: number } | undefined;
}

/**
 * Returns the layout of the rendered columns. A cell follows the previous one; its grid column is explicit only after
 * omitted columns. Pinned cells have their offset from the left edge.
 */
export function cellLayouts(
  columns: readonly { readonly width: number; readonly numeric?: boolean; readonly pinned?: boolean }[],
  rendered: readonly number[],
  before: number,
): CellLayout[] {
  const checks = before > 0 ? 1 : 0;
  return rendered.map((index, position) => {
    const { numeric, pinned } = columns[index]!;
    const afterGap = index !== (rendered[position - 1] ?? -1) + 1;
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

/** Returns the horizontal scroll offset at which a column is fully visible next to the pinned ones. */
export function leftToShow({ columns, before, left, width, active }: ColumnViewport): number {
  const column = columns[active];
  if (column === undefined || active === 0) return 0;
  if (column.pinned) return left;
  const start = columns.slice(0, active).reduce((sum, one) => sum + one.width, before);
  const pinned = columns.reduce((sum, one) => (one.pinned ? sum + one.width : sum), 0);
  const covered = pinned === 0 ? 0 : before + pinned;
  if (start < left + covered) return Math.max(0, start - covered);
  return Math.max(left, start + column.width - width);
}
