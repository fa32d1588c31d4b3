import {
  type ChildrenOptions,
  failureOf,
  messageText,
  problemNode,
  remedyText,
  type TreeNode,
  type TreeSource,
} from '@tracklens/ui/trees';
import { ConnectionProblem, type ConnectionState } from '../connection/connection.ts';
import type { ConnectionProfile } from '../connection/connection-profiles.ts';
import { restFailure } from '../connection/rest-failure.ts';
import { translate } from '../translate.ts';
import { connectionNode, isConnectionNode, nodeBelow, ownNode } from './connection-nodes.ts';

/** Dependencies of a tree with several connections. */
export interface ConnectionTreeOptions {
  readonly profiles: readonly ConnectionProfile[];
  stateOf(id: string): ConnectionState;
  /** Returns the tree of a connection. Rejects when it cannot be made. */
  source(id: string): Promise<TreeSource>;
  /** Whether a connection must not be tried now, because a user has to act first or a wait has not passed. */
  isPaused(id: string): boolean;
}

/** Tree of several connections. */
export interface ConnectionTree extends TreeSource {
  /** The same tree for polling, which does not try paused connections. */
  readonly polled: TreeSource;
}

/** Tree whose roots are connections, each with the tree of its service. Failures of one do not affect the others. */
export function connectionTree({ profiles, stateOf, source, isPaused }: ConnectionTreeOptions): ConnectionTree {
  const known = new Map<string, TreeSource>();
  /** Ids of the connections whose trees have to be refreshed before they are read. */
  const outdated = new Set<string>();
  let filter = '';
  const problem = (parent: TreeNode, error: unknown): TreeNode => {
    const failure = failureOf(restFailure(error));
    const [label, description] =
      error instanceof ConnectionProblem
        ? [error.message, error.remedy]
        : [messageText(failure, translate), remedyText(failure, translate, 'automatic')];
    return problemNode(parent, failure, label, description);
  };
  const children = async (node: TreeNode | null, options: ChildrenOptions | undefined, isPolling: boolean) => {
    if (node === null) {
      return profiles.map((profile) => {
        const state = stateOf(profile.id);
        // Matches are shown below the connections that can be searched without signing in.
        return {
          ...connectionNode(profile, state),
          ...(filter !== '' && state.kind === 'connected' && { open: true }),
        };
      });
    }
    const id = node.connection!;
    const state = stateOf(id);
    if (isPolling && isPaused(id) && 'message' in state) {
      return [problem(node, new ConnectionProblem(state.kind, state.message, { remedy: state.remedy }))];
    }
    try {
      const tree = await source(id);
      known.set(id, tree);
      if (tree.filter !== filter) tree.setFilter(filter);
      if (outdated.delete(id)) tree.refresh(null);
      const rows = await tree.children(isConnectionNode(node) ? null : ownNode(node), options);
      return rows.map((row) => nodeBelow(id, row));
    } catch (error) {
      if (options?.signal?.aborted) throw error;
      return [problem(node, error)];
    }
  };
  const tree: TreeSource = {
    get filter() {
      return filter;
    },
    get matches() {
      const found = [...known.values()].flatMap(({ matches }) => matches ?? []);
      return found.length === 0 ? null : found.reduce((sum, count) => sum + count, 0);
    },
    setFilter(words) {
      filter = words.trim();
      for (const tree of known.values()) tree.setFilter(filter);
    },
    rearrange() {
      for (const tree of known.values()) tree.rearrange();
    },
    children: (node, options) => children(node, options, false),
    refresh(node) {
      if (node === null) for (const { id } of profiles) outdated.add(id);
      else if (isConnectionNode(node)) outdated.add(node.connection);
      else known.get(node.connection ?? '')?.refresh(ownNode(node));
    },
    // The tree view reloads its rows itself.
    subscribe: () => () => {},
  };
  const polled: TreeSource = {
    ...tree,
    get filter() {
      return filter;
    },
    get matches() {
      return tree.matches;
    },
    children: (node, options) => children(node, options, true),
  };
  return Object.defineProperties({ polled } as ConnectionTree, Object.getOwnPropertyDescriptors(tree));
}
