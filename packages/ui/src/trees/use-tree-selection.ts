import { useEffect, useMemo, useRef, useState } from 'react';
import { useEvent } from '../components/use-event.ts';
import type { TreeNode } from './tree-node.ts';
import type { TreeRow } from './tree-rows.ts';

/** Selection in a tree, stored as node ids so that it survives changes of the rows. */
export interface TreeSelection {
  /** Index of the active row, from which keys move. */
  readonly current: number;
  has(node: TreeNode): boolean;
  /** Returns the selected nodes in row order if a node is one of them, otherwise that node alone. */
  with(node: TreeNode): readonly TreeNode[];
  /** Makes a row the active one without changing the selection. */
  goTo(index: number): void;
  /** Selects a row alone, toggles it, or selects the range from the row selected last. */
  select(index: number, how: 'one' | 'toggle' | 'range'): void;
}

/** Manages the selection among the rows and notifies `onSelect` of changes. `initial` has the ids selected at first. */
export function useTreeSelection(
  rows: readonly TreeRow[],
  initial: readonly string[],
  onSelect: (nodes: readonly TreeNode[]) => void,
): TreeSelection {
  const [currentId, setCurrentId] = useState(initial[0] ?? null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(initial));
  const anchor = useRef<string | null>(null);
  const indexOf = (id: string | null) => rows.findIndex(({ node }) => node.id === id);
  const chosen = useMemo(
    () => rows.filter(({ node }) => selected.has(node.id)).map(({ node }) => node),
    [rows, selected],
  );
  const notify = useEvent(onSelect);
  useEffect(() => notify(chosen), [notify, chosen]);

  return {
    current: Math.max(0, indexOf(currentId)),
    has: (node) => selected.has(node.id),
    with: (node) => (selected.has(node.id) ? chosen : [node]),
    goTo(index) {
      if (rows[index]) setCurrentId(rows[index].node.id);
    },
    select(index, how) {
      const id = rows[index]?.node.id;
      if (id === undefined) return;
      if (how === 'range') {
        const from = indexOf(anchor.current);
        const [low, high] = from === -1 ? [index, index] : [Math.min(from, index), Math.max(from, index)];
        setSelected(new Set(rows.slice(low, high + 1).map(({ node }) => node.id)));
        return;
      }
      anchor.current = id;
      const next = new Set(how === 'toggle' ? selected : []);
      if (!next.delete(id)) next.add(id);
      setSelected(next);
    },
  };
}
