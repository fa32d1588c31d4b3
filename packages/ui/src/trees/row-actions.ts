import type { Target } from '@tracklens/core/display';
import type { MouseEvent } from 'react';
import { isPageAddress } from '../text/page-address.ts';
import type { TreeController } from './tree-controller.ts';
import type { TreeListEvents } from './tree-list-events.ts';
import type { TreeNode } from './tree-node.ts';
import type { TreeRow } from './tree-rows.ts';
import type { TreeSelection } from './use-tree-selection.ts';

/** Actions of the rows of a tree. */
export interface RowActions {
  /** Opens the page or the target of a row; a row without them is expanded, collapsed or loaded. */
  open(row: TreeRow, newPanel: boolean): void;
  /**
   * Selects a row and shows a preview of it, or opens it at the second click; with Shift, Ctrl or Cmd, it only selects.
   */
  click(event: MouseEvent, index: number): void;
  /** Moves to a row, selects it unless it is selected already, and returns its node. */
  pick(index: number): TreeNode;
}

/** Returns the actions of the rows of a tree. */
export function rowActions({
  controller,
  rows,
  selection,
  onOpen,
  onLink,
}: {
  readonly controller: TreeController;
  readonly rows: readonly TreeRow[];
  readonly selection: TreeSelection;
} & Pick<TreeListEvents, 'onOpen' | 'onLink'>): RowActions {
  const toggle = ({ node, expanded }: TreeRow) => {
    if (expanded) controller.collapse(node.id);
    else controller.expand(node.id);
  };
  const open = (row: TreeRow, newPanel: boolean, preview = false) => {
    const link = linkedPage(row.node);
    const target = openedTarget(row.node);
    if (link !== null) onLink(link);
    else if (target) onOpen(target, { newPanel, preview });
    else if (row.expanded !== null) toggle(row);
    else controller.activate(row);
  };
  return {
    open,
    click(event, index) {
      const row = rows[index]!;
      selection.goTo(index);
      if (event.shiftKey) return selection.select(index, 'range');
      if ((event.ctrlKey || event.metaKey) && event.button === 0) return selection.select(index, 'toggle');
      selection.select(index, 'one');
      if ((event.target as Element).closest('.tl-tree-twist')) toggle(row);
      else if (event.detail < 2) open(row, event.button === 1, event.button === 0);
      // The second click of a double click: the first one has toggled a row without a target, and opened a page.
      else if (linkedPage(row.node) === null && openedTarget(row.node)) open(row, false);
    },
    pick(index) {
      const { node } = rows[index]!;
      selection.goTo(index);
      if (!selection.has(node)) selection.select(index, 'one');
      return node;
    },
  };
}

/** Returns the page of a file that is stored outside of the service; null for other files and rows. */
function linkedPage(node: TreeNode): string | null {
  const link = node.kind === 'file' ? node.file.link : undefined;
  return link !== undefined && isPageAddress(link) ? link : null;
}

/** Returns the target that a row opens: that of its node, or the files of the experiment that a file belongs to. */
function openedTarget(node: TreeNode): Target | undefined {
  if (node.kind !== 'file' || !('experimentKey' in node.file.owner)) return node.target;
  return { kind: 'experiment', experimentKey: node.file.owner.experimentKey, tab: 'assets' };
}
