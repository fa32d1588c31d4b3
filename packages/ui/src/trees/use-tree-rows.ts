import { type MutableRefObject, type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useVisible } from '../live/use-visible.ts';
import type { Failure } from '../source/failure.ts';
import { type FreshRows, freshRows } from './fresh-rows.ts';
import { type TreeController, type TreeRow, treeController } from './tree-controller.ts';
import type { TreeSource } from './tree-node.ts';

/** The first and the last row that a person can see, by their place among all rows. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** What a drawn tree shows. */
export interface TreeRows {
  readonly controller: TreeController;
  readonly polling: FreshRows;
  readonly rows: readonly TreeRow[];
  /** Why some of the rows are those of an earlier read; null when all of them are current. */
  readonly failure: Failure | null;
}

/** The rows of a tree that is drawn in `element`; those within `range` are polled while the element is seen. */
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

/** The parents of the rows that are in sight, with all their rows; the root always, since what is added there may be above them. */
function inRange(controller: TreeController, { first, last }: RowRange) {
  const parents = new Set(controller.rows.slice(first, last + 1).map(({ parentId }) => parentId));
  return [...controller.open()].filter(([parent]) => parent === null || parents.has(parent.id));
}
