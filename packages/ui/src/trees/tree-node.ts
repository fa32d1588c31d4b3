import type { ConnectionColor } from '@tracklens/core/client';
import type { ExperimentTarget, ModelTarget, ProjectTarget, QueryTarget, Target } from '@tracklens/core/display';
import type { ExperimentState } from '../records/experiment-label.ts';
import type { Failure } from '../source/failure.ts';

/** What all rows of a tree have. */
interface NodeBase {
  /** Identity of the row (`treeNodeId`). It is compared and stored, never parsed. */
  readonly id: string;
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
  /** Short text at the end of the row: a count or a status. */
  readonly badge?: string;
  /** Id of the connection that the node is read from, in a tree of several connections. */
  readonly connection?: string;
}

/** What rows of each kind have. `source` is the key of the experiment that a version was registered or logged from. */
type NodeFields =
  /** `saved`: the user signed in to the service, so that the connection has a name and a key. `broken`: it failed. */
  | { kind: 'connection'; connection: string; color: ConnectionColor; saved: boolean; broken: boolean }
  | { kind: 'workspace'; workspace: string }
  | { kind: 'project'; target: ProjectTarget }
  | { kind: 'search'; target: QueryTarget }
  | { kind: 'group'; workspace: string; projectName: string }
  | {
      kind: 'experiment';
      workspace: string;
      projectName: string;
      target: ExperimentTarget;
      state: ExperimentState;
      starred?: boolean;
    }
  | { kind: 'model'; target: ModelTarget }
  | { kind: 'version'; target: ModelTarget & { version: string }; source?: string }
  | { kind: 'artifact'; artifactId: string }
  | { kind: 'artifact-version'; artifactId: string; artifactName: string; version: string; source?: string }
  | { kind: 'file'; file: TreeFile }
  /** `offset` is passed to `children` of the parent. */
  | { kind: 'more'; offset: number }
  | { kind: 'empty' }
  /** `failure` is the reason why the rows in its place could not be read. */
  | { kind: 'problem'; failure: Failure };

/** Row of a tree as plain data, for native trees and for `mountTree`. Hosts choose icons and menus by its kind. */
export type TreeNode = NodeBase & Readonly<NodeFields>;

/** Kind of a node. */
export type TreeNodeKind = TreeNode['kind'];

/** Row of one kind. */
export type TreeNodeOf<Kind extends TreeNodeKind> = Extract<TreeNode, { readonly kind: Kind }>;

/** File of a version or an experiment, with the parameters of its download request. */
export interface TreeFile {
  readonly assetId: string;
  readonly sizeBytes: number;
  /** Address of a file that is stored outside of the service, which has nothing to download. Not verified. */
  readonly link?: string;
  readonly owner: { readonly artifactVersionId: string } | { readonly experimentKey: string };
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
