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

/** What differs between trees. */
export interface LazyTreeOptions {
  readonly label: string;
  readonly t: Translate;
  /** All children of a node; pages are cut here, since the service answers whole lists. */
  read(node: TreeNode | null, signal: AbortSignal | undefined): Promise<readonly TreeNode[]>;
  /** What to do where there is nothing. */
  empty(node: TreeNode | null): string;
  /** The children with what a person keeps beside the data: asked again, without reading, when that has changed. */
  arrange?(node: TreeNode | null, children: readonly TreeNode[]): readonly TreeNode[];
  /** What a filter leaves out where it does not match; other kinds are the way to these and stay. */
  readonly filtered?: readonly TreeNodeKind[];
}

/** A tree that reads children when they are asked for and keeps them until it is refreshed. */
export function lazyTree({
  label,
  t,
  read,
  empty,
  arrange = (_, children) => children,
  filtered = [],
}: LazyTreeOptions): TreeSource {
  const known = new Map<string, readonly TreeNode[]>();
  /** What is asked for next only because it is shown in another way: it need not be read. */
  const reusable = new Set<string>();
  const listeners = new Set<(node: TreeNode | null) => void>();
  const keyOf = (node: TreeNode | null) => node?.id ?? '[]';
  let filter = '';
  const tell = (node: TreeNode | null) => {
    for (const listener of [...listeners]) listener(node);
  };
  const rearrange = () => {
    for (const key of known.keys()) reusable.add(key);
    tell(null);
  };

  return {
    label,
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
        // A later page continues the list that the first page came from: nothing is skipped when one is added meanwhile.
        const kept = offset > 0 || reusable.has(key) ? known.get(key) : undefined;
        reusable.delete(key);
        const all = kept ?? (await read(node, signal));
        known.set(key, all);
        const arranged = arrange(node, all);
        if (arranged.length === 0) return [note(node, 'empty', empty(node))];
        const wanted = matching(arranged, filter, filtered);
        if (wanted.length === 0) return [note(node, 'empty', t('Nothing here matches “%1”.', filter))];
        const next = offset + treePageSize;
        const page = wanted.slice(offset, next);
        return next < wanted.length ? [...page, moreNode(node, next, wanted.length, t)] : page;
      } catch (error) {
        if (signal?.aborted) throw error;
        const failure = failureOf(error);
        const [message, remedy] = [messageText(failure, t), remedyText(failure, t, 'automatic')];
        // A narrow tree cuts the label off: the tooltip says all of it.
        const tooltip = `${message}\n${remedy}`;
        return [{ ...note(node, 'problem', message), description: remedy, tooltip, failure }];
      }
    },
    refresh(node) {
      const key = keyOf(node);
      const below = `${key.slice(0, -1)},`;
      for (const id of known.keys()) if (node === null || id === key || id.startsWith(below)) known.delete(id);
      tell(node);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The nodes that hold every word, in whatever they say of themselves. */
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
