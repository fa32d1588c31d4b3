import type { TreeNode } from './tree-node.ts';
import { rootId } from './tree-node-id.ts';

/** Visible row of a tree. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly parentId: string | null;
  /** Depth in the tree, from 1. */
  readonly level: number;
  /** Position among the loaded siblings, from 1. */
  readonly position: number;
  readonly setSize: number;
  /** `null` if the row cannot be expanded. */
  readonly expanded: boolean | null;
  readonly loading: boolean;
}

/** Loaded and expanded nodes of a tree, by node id. */
export interface ExpandedNodes {
  /** Loaded children by the id of their parent. */
  readonly children: ReadonlyMap<string, readonly TreeNode[]>;
  readonly expanded: ReadonlySet<string>;
  /** Nodes whose children are being read. */
  readonly loading: { has(id: string): boolean };
}

/** Returns the visible rows from top to bottom. */
export function treeRows({ children, expanded, loading }: ExpandedNodes): TreeRow[] {
  const rows: TreeRow[] = [];
  const addChildren = (parentId: string, level: number) => {
    const siblings = children.get(parentId) ?? [];
    for (const [index, node] of siblings.entries()) {
      const isExpanded = node.expandable ? expanded.has(node.id) : null;
      rows.push({
        node,
        parentId: parentId === rootId ? null : parentId,
        level,
        position: index + 1,
        setSize: siblings.length,
        expanded: isExpanded,
        loading: loading.has(node.id),
      });
      if (isExpanded) addChildren(node.id, level + 1);
    }
  };
  addChildren(rootId, 1);
  return rows;
}
