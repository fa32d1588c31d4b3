import { failureOf, messageText, remedyText } from '../source/failure.ts';
import { countText } from '../text/number-text.ts';
import type { Translate } from '../text/translate.ts';
import {
  type ChildrenOptions,
  type TreeNode,
  type TreeNodeKind,
  type TreeSource,
  treeNodeId,
  treePageSize,
} from './tree-node.ts';

/** Options that distinguish the trees. */
export interface LazyTreeOptions {
  readonly t: Translate;
  /** Reads all children of a node. Pagination happens in the tree, since the service returns whole lists. */
  read(node: TreeNode | null, signal: AbortSignal | undefined): Promise<readonly TreeNode[]>;
  /** Returns the hint shown if a node has no children. */
  empty(node: TreeNode | null): string;
  /** Applies user data such as favorites to the children. Called again, without reading, when that data changes. */
  arrange?(node: TreeNode | null, children: readonly TreeNode[]): readonly TreeNode[];
  /** Kinds of nodes that the filter applies to; others are ancestors of these and always shown. */
  readonly filtered?: readonly TreeNodeKind[];
}

/** Creates a tree that reads children on demand and caches them until it is refreshed. */
export function lazyTree({
  t,
  read,
  empty,
  arrange = (_, children) => children,
  filtered = [],
}: LazyTreeOptions): TreeSource {
  const known = new Map<string, readonly TreeNode[]>();
  /** Ids of nodes whose cached children can be reused, because only their presentation has changed. */
  const reusable = new Set<string>();
  const listeners = new Set<(node: TreeNode | null) => void>();
  const keyOf = (node: TreeNode | null) => node?.id ?? '[]';
  let filter = '';
  const notify = (node: TreeNode | null) => {
    for (const listener of [...listeners]) listener(node);
  };
  const rearrange = () => {
    for (const key of known.keys()) reusable.add(key);
    notify(null);
  };

  return {
    get filter() {
      return filter;
    },
    setFilter(words) {
      if (words.trim() === filter) return;
      filter = words.trim();
      rearrange();
    },
    rearrange,
    async children(node, { signal, offset = 0 }: ChildrenOptions = {}) {
      const key = keyOf(node);
      try {
        // Later pages use the list of the first page, so that an addition in between skips nothing.
        const kept = offset > 0 || reusable.has(key) ? known.get(key) : undefined;
        reusable.delete(key);
        const all = kept ?? (await read(node, signal));
        known.set(key, all);
        const arranged = arrange(node, all);
        if (arranged.length === 0) return [note(node, 'empty', empty(node))];
        const wanted = matching(arranged, filter, filtered);
        if (wanted.length === 0) return [note(node, 'empty', t('No results for “%1”.', filter))];
        const next = offset + treePageSize;
        const page = wanted.slice(offset, next);
        return next < wanted.length ? [...page, moreNode(node, next, wanted.length, t)] : page;
      } catch (error) {
        if (signal?.aborted) throw error;
        const failure = failureOf(error);
        const [message, remedy] = [messageText(failure, t), remedyText(failure, t, 'automatic')];
        // A narrow tree truncates the label; the tooltip contains the full text.
        const tooltip = `${message}\n${remedy}`;
        return [{ ...note(node, 'problem', message), description: remedy, tooltip, failure }];
      }
    },
    refresh(node) {
      const key = keyOf(node);
      const below = `${key.slice(0, -1)},`;
      for (const id of known.keys()) if (node === null || id === key || id.startsWith(below)) known.delete(id);
      notify(node);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the nodes whose texts contain every word. */
function matching(nodes: readonly TreeNode[], filter: string, filtered: readonly TreeNodeKind[]): readonly TreeNode[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return nodes;
  return nodes.filter((node) => {
    if (!filtered.includes(node.kind)) return true;
    const text = [node.label, node.description, node.badge, node.tooltip, node.state].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function note(parent: TreeNode | null, kind: 'empty' | 'problem', label: string): TreeNode {
  return { id: treeNodeId(parent, `\0${kind}`), kind, label, expandable: false };
}

function moreNode(parent: TreeNode | null, offset: number, total: number, t: Translate): TreeNode {
  return {
    id: treeNodeId(parent, `\0more${offset}`),
    kind: 'more',
    label: t('Show more (%1 of %2 shown)', countText(offset), countText(total)),
    expandable: false,
    offset,
  };
}
