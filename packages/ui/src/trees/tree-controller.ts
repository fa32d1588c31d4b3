import { emitter } from '../events/emitter.ts';
import type { Failure } from '../source/failure.ts';
import { failureOfRead } from './failure-of-read.ts';
import type { ReadRows } from './fresh-rows.ts';
import type { TreeNode, TreeSource } from './tree-node.ts';
import { isWithin, rootId } from './tree-node-id.ts';
import { type TreeRow, treeRows } from './tree-rows.ts';

/**
 * Expanded nodes of a tree with their loaded children. Nodes stay expanded after a refresh. Their old children are
 * shown until the new ones are loaded, and if these cannot be read.
 */
export class TreeController {
  readonly #source: TreeSource;
  readonly #children = new Map<string, readonly TreeNode[]>();
  readonly #nodes = new Map<string, TreeNode>();
  readonly #expanded: Set<string>;
  /** Ids of the nodes that are expanded among the results of a filter; null without one. */
  #openResults: Set<string> | null = null;
  /** Filter of the current rows. */
  #filter = '';
  readonly #requests = new Map<string, AbortController>();
  /** Failures of reads whose earlier rows are still shown, by parent id. */
  readonly #failures = new Map<string, Failure>();
  readonly #unsubscribe: () => void;
  #rows: readonly TreeRow[] = [];
  readonly #changes = emitter();
  readonly subscribe = this.#changes.subscribe;

  /** `expanded` has the ids of the nodes that are expanded from the start, once their parents are loaded. */
  constructor(source: TreeSource, expanded: readonly string[] = []) {
    this.#source = source;
    this.#expanded = new Set(expanded);
    this.#unsubscribe = source.subscribe((node) => this.#refresh(node));
    void this.#read(null);
  }

  /** All rows from top to bottom; the same array until something changes. */
  get rows(): readonly TreeRow[] {
    return this.#rows;
  }

  /** Ids of the nodes that are expanded without a filter, also of those whose parents are not loaded. */
  get expanded(): ReadonlySet<string> {
    return this.#expanded;
  }

  /** Number of matches of the filter; null while they are searched, undefined without a filter. */
  get matches(): number | null | undefined {
    return this.#source.filter === '' ? undefined : this.#source.matches;
  }

  get nodes(): ReadonlyMap<string, TreeNode> {
    return this.#nodes;
  }

  /** Reason why some of the rows are from an earlier read; `null` if all of them are current. */
  get failure(): Failure | null {
    if (this.#failures.size === 0) return null;
    const shown = this.#shownParents();
    return [...this.#failures].findLast(([id]) => shown.has(id))?.[1] ?? null;
  }

  expand(id: string): void {
    const node = this.#nodes.get(id);
    if (!node?.expandable || this.#open.has(id)) return;
    this.#open.add(id);
    if (this.#children.has(id)) this.#notify();
    else void this.#read(node);
  }

  collapse(id: string): void {
    if (!this.#open.delete(id)) return;
    this.#requests.get(id)?.abort();
    this.#requests.delete(id);
    this.#notify();
  }

  /** Loads the page of a `more` row, or retries the read of a `problem` row. */
  activate({ node, parentId }: TreeRow): void {
    const parent = parentId === null ? null : (this.#nodes.get(parentId) ?? null);
    if (node.kind === 'more') void this.#read(parent, node.offset);
    else if (node.kind === 'problem') this.#source.refresh(parent);
  }

  /** Returns the rows of the root and of each expanded node whose ancestors are expanded too. */
  *open(): Iterable<ReadRows> {
    const shown = this.#shownParents();
    for (const [id, rowsBelow] of this.#children) {
      if (shown.has(id)) yield [id === rootId ? null : this.#nodes.get(id)!, rowsBelow];
    }
  }

  /** Shows rows that were read for a node. */
  replace(parent: TreeNode | null, rows: readonly TreeNode[]): void {
    const id = parent?.id ?? rootId;
    const recovered = this.#failures.delete(id);
    if (this.#children.get(id) === rows && !recovered) return;
    this.#setChildren(id, rows);
    this.#notify();
  }

  /** Records that the rows of a node could not be read; the earlier rows are retained. */
  fail(parent: TreeNode | null, failure: Failure): void {
    this.#failures.set(parent?.id ?? rootId, failure);
    this.#notify();
  }

  /** Collapses all nodes. */
  collapseAll(): void {
    this.#open.clear();
    this.#notify();
  }

  /** Aborts all reads. May be called twice. */
  dispose(): void {
    this.#unsubscribe();
    for (const request of this.#requests.values()) request.abort();
    this.#requests.clear();
  }

  /** Reads the children of a node from an offset. A newer read of the same node aborts it. */
  async #read(node: TreeNode | null, offset = 0): Promise<void> {
    const id = node?.id ?? rootId;
    this.#requests.get(id)?.abort();
    const request = new AbortController();
    this.#requests.set(id, request);
    this.#notify();
    try {
      const page = await this.#source.children(node, { signal: request.signal, offset });
      if (!request.signal.aborted) this.#addPage(id, page, offset);
    } catch {
      // Only an aborted request rejects: it has been replaced, or the tree is disposed.
    } finally {
      if (this.#requests.get(id) === request) {
        this.#requests.delete(id);
        this.#notify();
      }
    }
  }

  /** Returns the ids of the root and of each expanded node whose ancestors are expanded too. */
  #shownParents(): ReadonlySet<string> {
    return new Set([rootId, ...this.#rows.filter((row) => row.expanded).map(({ node }) => node.id)]);
  }

  get #open(): Set<string> {
    return this.#openResults ?? this.#expanded;
  }

  /** Replaces the rows of another filter: nodes may have other children now. */
  #applyFilter(): void {
    const { filter } = this.#source;
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#openResults = filter === '' ? null : new Set();
    this.#children.clear();
    this.#nodes.clear();
    this.#failures.clear();
  }

  #addPage(id: string, page: readonly TreeNode[], offset: number): void {
    const earlier = this.#children.get(id);
    const failure = failureOfRead(earlier, page);
    if (failure !== null) {
      this.#failures.set(id, failure);
      return;
    }
    if (id === rootId) this.#applyFilter();
    this.#failures.delete(id);
    const before = offset > 0 ? (earlier ?? []).filter(({ kind }) => kind !== 'more') : [];
    this.#setChildren(id, [...before, ...page]);
  }

  #setChildren(id: string, children: readonly TreeNode[]): void {
    this.#children.set(id, children);
    for (const child of children) {
      // A result that is read again may have been collapsed.
      if (child.open && !this.#nodes.get(child.id)?.open) this.#openResults?.add(child.id);
      this.#nodes.set(child.id, child);
      const isUnread = !this.#children.has(child.id) && !this.#requests.has(child.id);
      if (child.expandable && isUnread && this.#open.has(child.id)) void this.#read(child);
    }
  }

  /** Reads the expanded nodes below a changed node again; the others are read when they are expanded. */
  #refresh(changed: TreeNode | null): void {
    if (this.#source.filter !== this.#filter) {
      for (const request of this.#requests.values()) request.abort();
      this.#requests.clear();
      void this.#read(null);
      return;
    }
    for (const id of [...this.#children.keys()]) {
      if (!isWithin(id, changed?.id ?? rootId)) continue;
      if (id === rootId) void this.#read(null);
      else if (this.#open.has(id) && this.#nodes.has(id)) void this.#read(this.#nodes.get(id)!);
      else this.#children.delete(id);
    }
  }

  #notify(): void {
    this.#rows = treeRows({ children: this.#children, expanded: this.#open, loading: this.#requests });
    this.#changes.emit();
  }
}
