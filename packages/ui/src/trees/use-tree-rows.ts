import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useVisible } from '../live/use-visible.ts';
import { freshRows } from './fresh-rows.ts';
import { type TreeController, type TreeRow, treeController } from './tree-controller.ts';
import type { TreeSource } from './tree-node.ts';

/** The rows of a tree that is drawn in `element`; those beside running experiments are kept fresh while it is seen. */
export function useTreeRows(
  tree: TreeSource,
  element: RefObject<Element | null>,
  pollMillis: () => number,
): { readonly controller: TreeController; readonly rows: readonly TreeRow[] } {
  const controller = useMemo(() => treeController(tree), [tree]);
  useEffect(() => () => controller.dispose(), [controller]);
  const rows = useSyncExternalStore(controller.subscribe, () => controller.rows);

  const visible = useVisible(element);
  const pause = useRef(pollMillis);
  pause.current = pollMillis;
  const fresh = useMemo(
    () =>
      freshRows({
        source: async () => tree,
        open: () => controller.open(),
        replace: (parent, next) => controller.replace(parent, next),
        everyMillis: () => pause.current(),
      }),
    [tree, controller],
  );
  useEffect(() => () => fresh.dispose(), [fresh]);
  useEffect(() => fresh.see(visible), [fresh, visible]);
  return { controller, rows };
}
