import type { Target } from '@tracklens/core/display';
import type { Failure } from '../source/failure.ts';

/** What a node is; hosts choose icons and menus by it. */
export type TreeNodeKind =
  | 'workspace'
  | 'project'
  | 'search'
  | 'experiment'
  | 'model'
  | 'version'
  | 'artifact'
  | 'artifact-version'
  | 'file'
  | 'more'
  | 'empty'
  | 'problem';

/** One row of a tree as plain data, for a native tree and for the one drawn here. */
export interface TreeNode {
  /** The path from the root as JSON text: the same node has the same id after every refresh. */
  readonly id: string;
  readonly kind: TreeNodeKind;
  readonly label: string;
  /** Said after the label, in a weaker colour. */
  readonly description?: string;
  /** Several lines, no markup. */
  readonly tooltip?: string;
  /** What activating the node opens. */
  readonly target?: Target;
  readonly expandable: boolean;
  /** Of an experiment. */
  readonly state?: ExperimentState;
  /** Of an experiment that a person keeps at the top. */
  readonly starred?: boolean;
  /** Of a version: the experiment that it was made by. */
  readonly source?: string;
  /** Of a file: how it is asked for. */
  readonly file?: TreeFile;
  /** A short word at the end of the row: a count, a status. */
  readonly badge?: string;
  /** Of a `problem`: why the children could not be read. */
  readonly failure?: Failure;
  /** Of a `more` node: what to pass as `offset` to `children` of its parent. */
  readonly offset?: number;
}

/** A file below a version: how the service is asked for it. */
export interface TreeFile {
  readonly assetId: string;
  readonly artifactVersionId: string;
  readonly sizeBytes: number;
}

/** Whether an experiment runs, and if not, how it ended. */
export type ExperimentState = 'running' | 'finished' | 'crashed';

/** How children are asked for. */
export interface ChildrenOptions {
  readonly signal?: AbortSignal;
  /** How many children are known already. */
  readonly offset?: number;
}

/** A lazy tree. */
export interface TreeSource {
  /** What the tree shows, for its label. */
  readonly label: string;
  /**
   * The children of a node, of the root for `null`, at most `treePageSize` and then a `more` node. What fails becomes a
   * `problem` node that says the way out; what is empty an `empty` node that says what to do. Rejects only when aborted.
   */
  children(node: TreeNode | null, options?: ChildrenOptions): Promise<readonly TreeNode[]>;
  /** The words that leaves must hold to be shown; `''` shows all. */
  readonly filter: string;
  /** Shows other leaves; nothing is read anew. */
  setFilter(words: string): void;
  /** What a person keeps beside the data has changed: the same nodes come in another order. Nothing is read anew. */
  rearrange(): void;
  /** Forgets what was read below a node (everything for `null`) and tells the subscribers. */
  refresh(node: TreeNode | null): void;
  /** Calls back with the node whose children changed, `null` for all, until the answered function is called. */
  subscribe(listener: (node: TreeNode | null) => void): () => void;
}

/** Children are given in pages of this size. */
export const treePageSize = 200;

/** The id of a node below another. */
export function treeNodeId(parent: TreeNode | null, ...path: string[]): string {
  const above = parent === null ? [] : (JSON.parse(parent.id) as string[]);
  return JSON.stringify([...above, ...path]);
}
