/** Bounds that determine a tooltip's position, in pixels of the window. */
export interface TooltipBounds {
  /** Row that the tooltip describes. */
  readonly row: { readonly top: number; readonly bottom: number };
  /** Tree that the tooltip must not cover. */
  readonly tree: { readonly left: number; readonly right: number };
  readonly width: number;
  readonly height: number;
  readonly window: { readonly width: number; readonly height: number };
}

/** Distance between tooltip and tree; small, so that a pointer can cross it. */
const gap = 4;

/**
 * Returns the position of a tooltip: right of the tree next to its row, so that the pointer reaches it without
 * crossing another row; left of the tree if only that side has enough space; otherwise below or above the row. Never
 * outside of the window.
 */
export function tooltipPosition({ row, tree, width, height, window }: TooltipBounds): {
  readonly left: number;
  readonly top: number;
} {
  const inside = (at: number, size: number, available: number) => Math.max(gap, Math.min(at, available - size - gap));
  const top = inside(row.top, height, window.height);
  if (tree.right + gap + width + gap <= window.width) return { left: tree.right + gap, top };
  if (tree.left - gap - width - gap >= 0) return { left: tree.left - gap - width, top };
  const below = row.bottom + height + gap <= window.height;
  return { left: inside(tree.left, width, window.width), top: below ? row.bottom : Math.max(gap, row.top - height) };
}
