import { emitter } from '../events/emitter.ts';
import { failureOf, messageText, remedyText } from '../source/failure.ts';
import { countText } from '../text/number-text.ts';
import type { Translate } from '../text/translate.ts';
import { problemNode } from './problem-node.ts';
import { type ChildrenOptions, type TreeNode, type TreeSource, treePageSize } from './tree-node.ts';
import { isWithin, rootId, treeNodeId } from './tree-node-id.ts';
import { type FoundNodes, TreeSearch } from './tree-search.ts';

/** Children that are read page by page. */
export interface PagedNodes {
  /** Returns at least the first `count` children, or all; `total` is the number of all as far as it is known. */
  first(count: number, signal?: AbortSignal): Promise<{ readonly nodes: readonly TreeNode[]; readonly total: number }>;
}

/** All children of a node, or those that are read page by page. */
export type Children = readonly TreeNode[] | PagedNodes;

/** Options that distinguish the trees. */
export interface LazyTreeOptions {
  readonly t: Translate;
  /** Reads the children of a node. The tree shows a whole list in pages too. */
  read(node: TreeNode | null, signal: AbortSignal | undefined): Promise<Children>;
  /** Returns the hint shown if a node has no children. */
  empty(node: TreeNode | null): string;
  /** Applies user data such as favorites to the children. Called again, without reading, when that data changes. */
  arrange?(node: TreeNode | null, children: readonly TreeNode[]): readonly TreeNode[];
  /** Finds the nodes that match a filter, also below nodes that were never expanded. Default: none. */
  find?(filter: string, signal: AbortSignal): Promise<FoundNodes>;
}

const keyOf = (node: TreeNode | null) => node?.id ?? rootId;

/** Tree that reads children on demand and caches them until it is refreshed. */
export class LazyTree implements TreeSource {
  readonly #options: LazyTreeOptions;
  readonly #search: TreeSearch;
  readonly #known = new Map<string, Children>();
  /** Ids of nodes whose cached children can be reused, because only their presentation has changed. */
  readonly #reusable = new Set<string>();
  /** Whether the results of the search can be reused for the same reason. */
  #reusesSearch = false;
  readonly #changes = emitter<TreeNode | null>();
  readonly subscribe = this.#changes.subscribe;

  constructor(options: LazyTreeOptions) {
    this.#options = options;
    this.#search = new TreeSearch(options.find ?? (async () => new Map()));
  }

  get filter(): string {
    return this.#search.filter;
  }

  get matches(): number | null {
    return this.#search.matches;
  }

  setFilter(words: string): void {
    const filter = words.trim();
    if (filter === this.filter) return;
    this.#search.filter = filter;
    this.rearrange();
  }

  rearrange(): void {
    for (const key of this.#known.keys()) this.#reusable.add(key);
    this.#reusesSearch = true;
    this.#changes.emit(null);
  }

  async children(node: TreeNode | null, { signal, offset = 0 }: ChildrenOptions = {}): Promise<readonly TreeNode[]> {
    const { t, empty } = this.#options;
    try {
      const found = await this.#found(node, offset, signal);
      const next = offset + treePageSize;
      const { nodes: all, total } =
        found === null ? await this.#first(node, { offset, next, signal }) : { nodes: found, total: found.length };
      if (all.length === 0) {
        const label = found === null ? empty(node) : t('No results for “%1”.', this.filter);
        return [{ id: treeNodeId(node, '\0empty'), kind: 'empty', label, expandable: false }];
      }
      const page = all.slice(offset, next);
      return next < total ? [...page, moreNode(node, next, total, t)] : page;
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure = failureOf(error);
      return [problemNode(node, failure, messageText(failure, t), remedyText(failure, t, 'automatic'))];
    }
  }

  refresh(node: TreeNode | null): void {
    this.#reusesSearch = false;
    for (const id of this.#known.keys()) {
      if (isWithin(id, keyOf(node))) this.#known.delete(id);
    }
    this.#changes.emit(node);
  }

  /** Returns the nodes below a node that match the filter; null without one, and for a node that leads to no match. */
  async #found(node: TreeNode | null, offset: number, signal: AbortSignal | undefined) {
    const again = node === null && offset === 0 && !this.#reusesSearch;
    if (node === null) this.#reusesSearch = false;
    const found = await this.#search.results(again, signal);
    return found?.get(keyOf(node)) ?? (found !== null && node === null ? [] : null);
  }

  /** Returns the children of a node in their order, at least to the position `next`. */
  async #first(
    node: TreeNode | null,
    { offset, next, signal }: { offset: number; next: number; signal: AbortSignal | undefined },
  ): Promise<{ readonly nodes: readonly TreeNode[]; readonly total: number }> {
    const key = keyOf(node);
    const { read, arrange = (_, children) => children } = this.#options;
    // Later pages use the list of the first page, so that an addition in between skips nothing.
    const kept = offset > 0 || this.#reusable.has(key) ? this.#known.get(key) : undefined;
    this.#reusable.delete(key);
    const children = kept ?? (await read(node, signal));
    this.#known.set(key, children);
    const { nodes, total } =
      'first' in children ? await children.first(next, signal) : { nodes: children, total: children.length };
    const arranged = arrange(node, nodes);
    return { nodes: arranged, total: total + arranged.length - nodes.length };
  }
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
