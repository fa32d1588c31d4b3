/** What a tooltip stands beside, all in pixels of the window. */
export interface TooltipBounds {
  /** The row that it is about. */
  readonly row: { readonly top: number; readonly bottom: number };
  /** The tree that it must not cover. */
  readonly tree: { readonly left: number; readonly right: number };
  readonly width: number;
  readonly height: number;
  readonly window: { readonly width: number; readonly height: number };
}

/** So far a tooltip stays from the tree: a pointer can cross to it. */
const gap = 4;

/**
 * Where a tooltip begins: right of the tree at its row, so that the pointer reaches it over no other row; left of the tree where
 * that has more room; below or above the row where neither side has enough. Never outside of the window.
 */
export function tooltipPosition({ row, tree, width, height, window }: TooltipBounds): {
  readonly left: number;
  readonly top: number;
} {
  const inside = (at: number, size: number, room: number) => Math.max(gap, Math.min(at, room - size - gap));
  const beside = inside(row.top, height, window.height);
  if (tree.right + gap + width + gap <= window.width) return { left: tree.right + gap, top: beside };
  if (tree.left - gap - width - gap >= 0) return { left: tree.left - gap - width, top: beside };
  const below = row.bottom + height + gap <= window.height;
  return { left: inside(tree.left, width, window.width), top: below ? row.bottom : Math.max(gap, row.top - height) };
}
