import { type RefObject, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useEvent } from '../components/use-event.ts';
import type { RowRange } from '../components/use-virtual-rows.ts';
import { useVisible } from '../live/use-visible.ts';
import type { Failure } from '../source/failure.ts';
import { type FreshRows, freshRows } from './fresh-rows.ts';
import { TreeController } from './tree-controller.ts';
import type { TreeSource } from './tree-node.ts';
import type { TreeRow } from './tree-rows.ts';

/** Rows of a rendered tree with their controller. */
export interface TreeRows {
  readonly controller: TreeController;
  readonly rows: readonly TreeRow[];
  /** Reason why some of the rows are from an earlier read; `null` if all of them are current. */
  readonly failure: Failure | null;
  /** Number of matches of the filter; null while they are searched, undefined without a filter. */
  readonly matches: number | null | undefined;
}

/** Returns the rows of a tree, and renders again when they change. `expanded` is the same array at each render. */
export function useTreeRows(
  tree: TreeSource,
  expanded: readonly string[],
  onExpand: (ids: readonly string[]) => void,
): TreeRows {
  const controller = useMemo(() => new TreeController(tree, expanded), [tree, expanded]);
  useEffect(() => () => controller.dispose(), [controller]);
  const notify = useEvent(onExpand);
  useEffect(() => {
    let before = [...controller.expanded].join();
    return controller.subscribe(() => {
      const ids = [...controller.expanded];
      if (ids.join() === before) return;
      before = ids.join();
      notify(ids);
    });
  }, [controller, notify]);
  const rows = useSyncExternalStore(controller.subscribe, () => controller.rows);
  const failure = useSyncExternalStore(controller.subscribe, () => controller.failure);
  const matches = useSyncExternalStore(controller.subscribe, () => controller.matches);
  return { controller, rows, failure, matches };
}

/** Options of the polling of a rendered tree. */
export interface TreePollingOptions {
  readonly tree: TreeSource;
  readonly controller: TreeController;
  /** Element of the tree; nothing is polled while it is hidden. */
  readonly element: RefObject<Element | null>;
  /** Returns the visible rows. */
  readonly range: () => RowRange | null;
  /** Returns the poll interval of rows with a running experiment. */
  readonly pollMillis: () => number;
}

/** Polls the visible rows of a tree, also when the user returns to the window. */
export function useTreePolling({ tree, controller, element, range, pollMillis }: TreePollingOptions): FreshRows {
  const visible = useVisible(element);
  const everyMillis = useEvent(pollMillis);
  const polling = useMemo(
    () =>
      freshRows({
        source: async () => tree,
        open: () => inRange(controller, range()),
        replace: (parent, next) => controller.replace(parent, next),
        failed: (parent, reason) => controller.fail(parent, reason),
        everyMillis,
      }),
    [tree, controller, range, everyMillis],
  );
  useEffect(() => () => polling.dispose(), [polling]);
  useEffect(() => polling.setVisible(visible), [polling, visible]);
  useEffect(() => {
    window.addEventListener('focus', polling.focus);
    return () => window.removeEventListener('focus', polling.focus);
  }, [polling]);
  return polling;
}

/**
 * Returns the parents of the visible rows with all their rows. The root is always included, since rows may be added
 * there above the visible ones.
 */
function inRange(controller: TreeController, range: RowRange | null) {
  const visible = controller.rows.slice(range?.first ?? 0, (range?.last ?? 0) + 1);
  const parents = new Set(visible.map(({ parentId }) => parentId));
  return [...controller.open()].filter(([parent]) => parent === null || parents.has(parent.id));
}
