import type { Target } from '@tracklens/core/display';
import type { TreeNode } from './tree-node.ts';

/** Callbacks of a tree's rows. */
export interface TreeListEvents {
  readonly onOpen: (target: Target, options: { readonly newPanel: boolean }) => void;
  readonly onContext?: ((node: TreeNode, event: MouseEvent) => void) | undefined;
  readonly onDrag?: ((nodes: readonly TreeNode[], event: PointerEvent) => void) | undefined;
  readonly onSelect: (nodes: readonly TreeNode[]) => void;
}
