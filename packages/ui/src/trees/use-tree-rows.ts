import { type MutableRefObject, type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useVisible } from '../live/use-visible.ts';
import type { Failure } from '../source/failure.ts';
import { type FreshRows, freshRows } from './fresh-rows.ts';
import { type TreeController, type TreeRow, treeController } from './tree-controller.ts';
import type { TreeSource } from './tree-node.ts';

/** Indices of the first and the last visible row. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** Rows of a rendered tree with their controller and polling. */
export interface TreeRows {
  readonly controller: TreeController;
  readonly polling: FreshRows;
  readonly rows: readonly TreeRow[];
  /** Reason why some of the rows are from an earlier read; `null` if all of them are current. */
  readonly failure: Failure | null;
}

/**
 * Returns the rows of the tree rendered in `element`; those within `range` are polled while the element is visible.
 */
export function useTreeRows(
  tree: TreeSource,
  element: RefObject<Element | null>,
  pollMillis: () => number,
  range: MutableRefObject<RowRange>,
): TreeRows {
  const controller = useMemo(() => treeController(tree), [tree]);
  useEffect(() => () => controller.dispose(), [controller]);
  const rows = useSyncExternalStore(controller.subscribe, () => controller.rows);
  const failure = useSyncExternalStore(controller.subscribe, () => controller.failure);

  const visible = useVisible(element);
  const pause = useRef(pollMillis);
  pause.current = pollMillis;
  const polling = useMemo(
    () =>
      freshRows({
        source: async () => tree,
        open: () => inRange(controller, range.current),
        replace: (parent, next) => controller.replace(parent, next),
        failed: (parent, reason) => controller.fail(parent, reason),
        everyMillis: () => pause.current(),
      }),
    [tree, controller, range],
  );
  useEffect(() => () => polling.dispose(), [polling]);
  useEffect(() => polling.see(visible), [polling, visible]);
  useEffect(() => {
    window.addEventListener('focus', polling.focus);
    return () => window.removeEventListener('focus', polling.focus);
  }, [polling]);
  return { controller, polling, rows, failure };
}

/**
 * Returns the parents of the visible rows with all their rows. The root is always included, since rows may be added
 * there above the visible ones.
 */
function inRange(controller: TreeController, { first, last }: RowRange) {
  const parents = new Set(controller.rows.slice(first, last + 1).map(({ parentId }) => parentId));
  return [...controller.open()].filter(([parent]) => parent === null || parents.has(parent.id));
}
