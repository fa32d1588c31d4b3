import type { Target } from '@tracklens/core/display';
import type { ExperimentState } from '../records/experiment-label.ts';
import type { Failure } from '../source/failure.ts';

/** Kind of a node; hosts choose icons and menus by it. */
export type TreeNodeKind =
  | 'connection'
  | 'workspace'
  | 'project'
  | 'search'
  | 'group'
  | 'experiment'
  | 'model'
  | 'version'
  | 'artifact'
  | 'artifact-version'
  | 'file'
  | 'more'
  | 'empty'
  | 'problem';

/** Row of a tree as plain data, for native trees and for `mountTree`. */
export interface TreeNode {
  /** Path from the root as JSON text: a node has the same id after every refresh. */
  readonly id: string;
  readonly kind: TreeNodeKind;
  readonly label: string;
  /** Text after the label, in a weaker color. */
  readonly description?: string;
  /** Several lines without markup. */
  readonly tooltip?: string;
  /** Target that activating the node opens. */
  readonly target?: Target;
  readonly expandable: boolean;
  /** Whether the row is expanded at first: it leads to a match of the filter. */
  readonly open?: boolean;
  /** State of an experiment. */
  readonly state?: ExperimentState;
  /** Whether the user starred the experiment. */
  readonly starred?: boolean;
  /** Key of the experiment that a version was registered from. */
  readonly source?: string;
  /** Reference to a file's content. */
  readonly file?: TreeFile;
  /** Short text at the end of the row: a count or a status. */
  readonly badge?: string;
  /** Reason why the children could not be read; set on `problem` nodes. */
  readonly failure?: Failure;
  /** Id of the connection that the node is read from, in a tree of several connections. */
  readonly connection?: string;
  /** Value to pass as `offset` to `children` of the parent; set on `more` nodes. */
  readonly offset?: number;
}

/** File of a version, with the parameters of its download request. */
export interface TreeFile {
  readonly assetId: string;
  readonly artifactVersionId: string;
  readonly sizeBytes: number;
}

/** Options for reading children. */
export interface ChildrenOptions {
  readonly signal?: AbortSignal;
  /** Number of children that are already loaded. */
  readonly offset?: number;
}

/** Data source of a lazy tree. */
export interface TreeSource {
  /**
   * Returns the children of a node, or of the root for `null`: at most `treePageSize`, followed by a `more` node. A
   * failure becomes a `problem` node with the remedy, an empty list an `empty` node with a hint. Rejects only when
   * aborted.
   */
  children(node: TreeNode | null, options?: ChildrenOptions): Promise<readonly TreeNode[]>;
  /** Words or query that the shown rows match; `''` shows all. */
  readonly filter: string;
  /** Number of rows that match the filter; null without one, and until they are found. */
  readonly matches: number | null;
  /** Changes the filter. The next read of the root searches for matches, and aborts an earlier search. */
  setFilter(words: string): void;
  /** Notifies that favorites have changed: the same nodes are returned in another order. Nothing is read again. */
  rearrange(): void;
  /** Drops the cached children below a node (all for `null`) and notifies the subscribers. */
  refresh(node: TreeNode | null): void;
  /**
   * Calls back with the node whose children changed, `null` for all.
   * @returns a function that unsubscribes
   */
  subscribe(listener: (node: TreeNode | null) => void): () => void;
}

/** Page size of children. */
export const treePageSize = 200;

/** Returns the id of a node below another. */
export function treeNodeId(parent: TreeNode | null, ...path: string[]): string {
  const above = parent === null ? [] : (JSON.parse(parent.id) as string[]);
  return JSON.stringify([...above, ...path]);
}
