import type { Target } from '@tracklens/core/display';
import type { TreeNode } from './tree-node.ts';

/** Options of opening a row. */
export interface RowOpening {
  /** Whether the user asked for a new panel, with Ctrl or the middle button. */
  readonly newPanel: boolean;
  /** Whether it was a single click: the user looks at several rows one after the other. */
  readonly preview: boolean;
}

/** Callbacks of a tree's rows. */
export interface TreeListEvents {
  readonly onOpen: (target: Target, options: RowOpening) => void;
  /** Called with the address of a page outside of the service. */
  readonly onLink: (url: string) => void;
  readonly onContext?: ((node: TreeNode, event: MouseEvent) => void) | undefined;
  readonly onDrag?: ((nodes: readonly TreeNode[], event: PointerEvent) => void) | undefined;
  readonly onSelect: (nodes: readonly TreeNode[]) => void;
}
