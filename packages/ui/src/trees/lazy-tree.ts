import { failureOf } from '../source/failure.ts';
import type { Translate } from '../text/translate.ts';
import { type ChildrenOptions, type TreeNode, type TreeSource, treeNodeId, treePageSize } from './tree-node.ts';

/** What differs between trees. */
export interface LazyTreeOptions {
  readonly label: string;
  readonly t: Translate;
  /** All children of a node; pages are cut here, since the service answers whole lists. */
  read(node: TreeNode | null, signal: AbortSignal | undefined): Promise<readonly TreeNode[]>;
  /** What to do where there is nothing. */
  empty(node: TreeNode | null): string;
}

/** A tree that reads children when they are asked for and keeps them until it is refreshed. */
export function lazyTree({ label, t, read, empty }: LazyTreeOptions): TreeSource {
  const known = new Map<string, readonly TreeNode[]>();
  const listeners = new Set<(node: TreeNode | null) => void>();
  const keyOf = (node: TreeNode | null) => node?.id ?? '[]';

  return {
    label,
    async children(node, { signal, offset = 0 }: ChildrenOptions = {}) {
      try {
        // A later page continues the list that the first page came from: nothing is skipped when one is added meanwhile.
        const all = (offset > 0 && known.get(keyOf(node))) || (await read(node, signal));
        known.set(keyOf(node), all);
        if (all.length === 0) return [note(node, 'empty', empty(node))];
        const next = offset + treePageSize;
        const page = all.slice(offset, next);
        return next < all.length ? [...page, moreNode(node, next, all.length, t)] : page;
      } catch (error) {
        if (signal?.aborted) throw error;
        const { kind, message, remedy } = failureOf(error);
        // A narrow tree cuts the label off: the tooltip says all of it.
        const tooltip = `${t(message)}\n${t(remedy)}`;
        return [{ ...note(node, 'problem', t(message)), description: t(remedy), tooltip, problem: kind }];
      }
    },
    refresh(node) {
      const key = keyOf(node);
      const below = `${key.slice(0, -1)},`;
      for (const id of known.keys()) if (node === null || id === key || id.startsWith(below)) known.delete(id);
      for (const listener of [...listeners]) listener(node);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function note(parent: TreeNode | null, kind: 'empty' | 'problem', label: string): TreeNode {
  return { id: treeNodeId(parent, `\0${kind}`), kind, label, expandable: false };
}

function moreNode(parent: TreeNode | null, offset: number, total: number, t: Translate): TreeNode {
  return {
    id: treeNodeId(parent, `\0more${offset}`),
    kind: 'more',
    label: t('Show more (%1 of %2 shown)', offset, total),
    expandable: false,
    offset,
  };
}
