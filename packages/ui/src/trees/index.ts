export { explorerTree } from './explorer-tree.ts';
export { registryTree } from './registry-tree.ts';
export {
  type ChildrenOptions,
  type ExperimentState,
  type TreeNode,
  type TreeNodeKind,
  type TreeSource,
  treePageSize,
} from './tree-node.ts';
