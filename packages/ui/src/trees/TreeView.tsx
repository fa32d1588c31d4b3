import type { Target, ThemeKind } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import type { Translate } from '../text/translate.ts';
import type { TreeNode, TreeSource } from './tree-node.ts';

/** What `mountTree` hands to the tree. */
export interface TreeViewProps {
  readonly tree: TreeSource;
  readonly theme: ThemeKind;
  readonly t: Translate;
  readonly onOpen: (target: Target, options: { readonly newPanel: boolean }) => void;
  readonly onContext?: ((node: TreeNode, event: MouseEvent) => void) | undefined;
  readonly onDrag?: ((nodes: readonly TreeNode[], event: PointerEvent) => void) | undefined;
  readonly onSelect: (nodes: readonly TreeNode[]) => void;
  readonly onNodes: (nodes: ReadonlyMap<string, TreeNode>) => void;
}

/** A lazy tree of virtual rows. */
export function TreeView({ tree }: TreeViewProps): ReactElement {
  return <div role="tree" aria-label={tree.label} className="tl-tree" />;
}
