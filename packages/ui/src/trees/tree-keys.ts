import type { TreeRow } from './tree-rows.ts';

/** Effect of a key in a tree: the row to move to, and a node to expand or collapse. */
export interface TreeMove {
  readonly index: number;
  readonly expand?: string;
  readonly collapse?: string;
}

/**
 * Returns the effect of a movement key at a row, as defined by the ARIA tree view pattern; `null` for other keys.
 * Page keys move by `page` rows.
 */
export function movedInTree(rows: readonly TreeRow[], index: number, key: string, page: number): TreeMove | null {
  const row = rows[index];
  if (!row) return rows.length > 0 ? { index: 0 } : null;
  const to = (next: number): TreeMove => ({ index: Math.max(0, Math.min(rows.length - 1, next)) });
  switch (key) {
    case 'ArrowDown':
      return to(index + 1);
    case 'ArrowUp':
      return to(index - 1);
    case 'PageDown':
      return to(index + page);
    case 'PageUp':
      return to(index - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row.expanded === false) return { index, expand: row.node.id };
      return row.expanded && rows[index + 1]?.parentId === row.node.id ? to(index + 1) : { index };
    case 'ArrowLeft': {
      if (row.expanded) return { index, collapse: row.node.id };
      const parent = rows.findIndex(({ node }) => node.id === row.parentId);
      return { index: parent === -1 ? index : parent };
    }
    default:
      return null;
  }
}

/**
 * Returns the next row after `index`, wrapping around, whose label starts with the typed text; -1 if there is none.
 */
export function typedInTree(rows: readonly TreeRow[], index: number, typed: string): number {
  const wanted = typed.toLowerCase();
  // A single letter moves on to the next match; further letters may stay on the current match.
  const first = wanted.length > 1 ? index : index + 1;
  for (let step = 0; step < rows.length; step++) {
    const at = (Math.max(0, first) + step) % rows.length;
    if (rows[at]!.node.label.toLowerCase().startsWith(wanted)) return at;
  }
  return -1;
}
