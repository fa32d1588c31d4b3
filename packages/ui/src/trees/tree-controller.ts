import type { Failure } from '../source/failure.ts';
import type { ReadRows } from './fresh-rows.ts';
import type { TreeNode, TreeSource } from './tree-node.ts';

/** One row of a drawn tree. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly parentId: string | null;
  /** From 1. */
  readonly level: number;
  /** From 1, among the siblings that have been read. */
  readonly position: number;
  readonly setSize: number;
  /** Null where the row cannot be expanded. */
  readonly expanded: boolean | null;
  readonly loading: boolean;
}

/** The open part of a tree: which nodes are expanded, what has been read of them. */
export interface TreeController {
  /** All rows from top to bottom; the same array until something changes. */
  readonly rows: readonly TreeRow[];
  readonly nodes: ReadonlyMap<string, TreeNode>;
  /** Why some of the rows are those of an earlier read; null when all of them are current. */
  readonly failure: Failure | null;
  expand(id: string): void;
  collapse(id: string): void;
  /** Reads the page that a `more` row stands for, or reads again what a `problem` row stands for. */
  activate(row: TreeRow): void;
  /** The rows of the root and of each expanded node whose ancestors are expanded too. */
  open(): Iterable<ReadRows>;
  /** The rows below a node were read: shows them. */
  replace(parent: TreeNode | null, rows: readonly TreeNode[]): void;
  /** The rows below a node could not be read: keeps those of the earlier read and says so. */
  fail(parent: TreeNode | null, failure: Failure): void;
  /** Closes every node. */
  collapseAll(): void;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}

const rootId = '[]';

/**
 * Keeps a tree's rows. Nodes stay expanded over a refresh. Their old children stay until the new ones have come, and when these
 * cannot be read.
 */
export function treeController(source: TreeSource): TreeController {
  const children = new Map<string, readonly TreeNode[]>();
  const nodes = new Map<string, TreeNode>();
  const expanded = new Set<string>();
  const requests = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  /** Failures of reads whose earlier rows are still shown, by the id of the parent. */
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
      // Only an aborted request rejects, and then another has taken its place or the tree is gone.
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
    // What is open is read again; the rest when it is opened.
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
 * The failure of a read whose earlier rows are to be shown further. Null when the read succeeded, when there are no earlier rows, and when
 * the node is gone: then the new rows say so.
 */
export function failureOfRead(earlier: readonly TreeNode[] | undefined, read: readonly TreeNode[]): Failure | null {
  const failure = read.find(({ kind }) => kind === 'problem')?.failure ?? null;
  if (failure === null || failure.kind === 'absent') return null;
  return earlier?.some(({ kind }) => kind !== 'problem') ? failure : null;
}
