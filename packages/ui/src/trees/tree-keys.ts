import type { TreeRow } from './tree-controller.ts';

/** What a key does in a tree: the row it leads to, and what it opens or closes. */
export interface TreeMove {
  readonly index: number;
  readonly expand?: string;
  readonly collapse?: string;
}

/** What a movement key does at a row, by the pattern of a tree view; null for other keys. `page` rows pass with a page key. */
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

/** The next row after `index`, going round, whose label begins with what was typed; -1 where none does. */
export function typedInTree(rows: readonly TreeRow[], index: number, typed: string): number {
  const wanted = typed.toLowerCase();
  // One letter leads on to the next row; further letters may stay on the row they have found.
  const first = wanted.length > 1 ? index : index + 1;
  for (let step = 0; step < rows.length; step++) {
    const at = (Math.max(0, first) + step) % rows.length;
    if (rows[at]!.node.label.toLowerCase().startsWith(wanted)) return at;
  }
  return -1;
}
