import type { Failure } from '../source/failure.ts';
import type { ReadRows } from './fresh-rows.ts';
import type { TreeNode, TreeSource } from './tree-node.ts';

/** Visible row of a tree. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly parentId: string | null;
  /** Depth in the tree, from 1. */
  readonly level: number;
  /** Position among the loaded siblings, from 1. */
  readonly position: number;
  readonly setSize: number;
  /** `null` if the row cannot be expanded. */
  readonly expanded: boolean | null;
  readonly loading: boolean;
}

/** Expanded part of a tree: the expanded nodes and their loaded children. */
export interface TreeController {
  /** All rows from top to bottom; the same array until something changes. */
  readonly rows: readonly TreeRow[];
  readonly nodes: ReadonlyMap<string, TreeNode>;
  /** Reason why some of the rows are from an earlier read; `null` if all of them are current. */
  readonly failure: Failure | null;
  expand(id: string): void;
  collapse(id: string): void;
  /** Loads the page of a `more` row, or retries the read of a `problem` row. */
  activate(row: TreeRow): void;
  /** Returns the rows of the root and of each expanded node whose ancestors are expanded too. */
  open(): Iterable<ReadRows>;
  /** Shows rows that were read for a node. */
  replace(parent: TreeNode | null, rows: readonly TreeNode[]): void;
  /** Records that the rows of a node could not be read; the earlier rows are retained. */
  fail(parent: TreeNode | null, failure: Failure): void;
  /** Collapses all nodes. */
  collapseAll(): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

const rootId = '[]';

/**
 * Creates the controller of a tree. Nodes stay expanded after a refresh. Their old children are shown until the new
 * ones are loaded, and if these cannot be read.
 */
export function treeController(source: TreeSource): TreeController {
  const children = new Map<string, readonly TreeNode[]>();
  const nodes = new Map<string, TreeNode>();
  const expanded = new Set<string>();
  const requests = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  /** Failures of reads whose earlier rows are still shown, by parent id. */
  const failures = new Map<string, Failure>();
  let rows: readonly TreeRow[] = [];

  const tell = () => {
    rows = flatten();
    for (const listener of [...listeners]) listener();
  };
  const read = async (node: TreeNode | null, offset = 0) => {
    const id = node?.id ?? rootId;
    requests.get(id)?.abort();
    const request = new AbortController();
    requests.set(id, request);
    tell();
    try {
      const page = await source.children(node, { signal: request.signal, offset });
      if (request.signal.aborted) return;
      const failure = failureOfRead(children.get(id), page);
      if (failure !== null) {
        failures.set(id, failure);
        return;
      }
      failures.delete(id);
      const before = offset > 0 ? (children.get(id) ?? []).filter(({ kind }) => kind !== 'more') : [];
      children.set(id, [...before, ...page]);
      for (const child of page) nodes.set(child.id, child);
    } catch {
      // Only an aborted request rejects: it has been replaced, or the tree is disposed.
    } finally {
      if (requests.get(id) === request) {
        requests.delete(id);
        tell();
      }
    }
  };
  function flatten(): TreeRow[] {
    const found: TreeRow[] = [];
    const walk = (parentId: string, level: number) => {
      const siblings = children.get(parentId);
      if (siblings === undefined) return;
      siblings.forEach((node, index) => {
        const open = node.expandable ? expanded.has(node.id) : null;
        found.push({
          node,
          parentId: parentId === rootId ? null : parentId,
          level,
          position: index + 1,
          setSize: siblings.length,
          expanded: open,
          loading: requests.has(node.id),
        });
        if (open) walk(node.id, level + 1);
      });
    };
    walk(rootId, 1);
    return found;
  }

  const unsubscribe = source.subscribe((node) => {
    // Expanded nodes are read again now, the others when they are expanded.
    for (const id of [...children.keys()]) {
      const below = node === null || id === node.id || id.startsWith(`${node.id.slice(0, -1)},`);
      if (!below) continue;
      if (id === rootId) void read(null);
      else if (expanded.has(id) && nodes.has(id)) void read(nodes.get(id)!);
      else children.delete(id);
    }
  });
  void read(null);

  return {
    get rows() {
      return rows;
    },
    nodes,
    get failure() {
      return [...failures.values()].at(-1) ?? null;
    },
    expand(id) {
      const node = nodes.get(id);
      if (!node?.expandable || expanded.has(id)) return;
      expanded.add(id);
      if (children.has(id)) tell();
      else void read(node);
    },
    collapse(id) {
      if (!expanded.delete(id)) return;
      failures.delete(id);
      requests.get(id)?.abort();
      requests.delete(id);
      tell();
    },
    activate({ node, parentId }) {
      const parent = parentId === null ? null : (nodes.get(parentId) ?? null);
      if (node.kind === 'more') void read(parent, node.offset ?? 0);
      else if (node.kind === 'problem') source.refresh(parent);
    },
    *open() {
      const shown = new Set([rootId, ...rows.filter((row) => row.expanded).map(({ node }) => node.id)]);
      for (const [id, rowsBelow] of children) {
        if (shown.has(id)) yield [id === rootId ? null : nodes.get(id)!, rowsBelow];
      }
    },
    replace(parent, next) {
      const id = parent?.id ?? rootId;
      const recovered = failures.delete(id);
      if (children.get(id) === next && !recovered) return;
      children.set(id, next);
      for (const child of next) nodes.set(child.id, child);
      tell();
    },
    fail(parent, failure) {
      failures.set(parent?.id ?? rootId, failure);
      tell();
    },
    collapseAll() {
      expanded.clear();
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      unsubscribe();
      for (const request of requests.values()) request.abort();
      requests.clear();
      listeners.clear();
    },
  };
}

/**
 * Returns the failure of a read whose earlier rows are to be retained. Returns `null` if the read succeeded, if there
 * are no earlier rows, or if the node is gone; in the last two cases the new rows show the failure.
 */
export function failureOfRead(earlier: readonly TreeNode[] | undefined, read: readonly TreeNode[]): Failure | null {
  const failure = read.find(({ kind }) => kind === 'problem')?.failure ?? null;
  if (failure === null || failure.kind === 'absent') return null;
  return earlier?.some(({ kind }) => kind !== 'problem') ? failure : null;
}
