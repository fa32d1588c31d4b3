import type { TreeNode, TreeSource } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { tooltipMarkdown } from './tooltip.ts';
import { treeRow } from './tree-item.ts';

/** What a native tree needs from outside. */
export interface TreeProviderParts {
  /** The data of the tree; null while there is no connection, and the view shows its welcome instead. */
  source(): Promise<TreeSource | null>;
  /** The root could not be read: the connection is to say so. */
  lost(problem: TreeNode): void;
  /** The hover of a node, read when the pointer rests on it. */
  tooltip(node: TreeNode, signal: AbortSignal): Promise<string>;
}

const pollMillis = 10_000;

/** A native tree over the lazy trees of the views: what was read is kept until it is refreshed. */
export class TreeProvider implements vscode.TreeDataProvider<TreeNode> {
  readonly #parts: TreeProviderParts;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  /** The rows below each node that was expanded, by id; `''` is the root. */
  readonly #rows = new Map<string, readonly TreeNode[]>();
  readonly #parents = new Map<string, TreeNode>();

  /** What the source keeps is older than a refresh that was asked for. */
  #outdated = false;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(parts: TreeProviderParts) {
    this.#parts = parts;
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    const source = await this.#parts.source();
    if (source === null) return [];
    if (this.#outdated) source.refresh(null);
    this.#outdated = false;
    const key = parent?.id ?? '';
    const rows = this.#rows.get(key) ?? (await source.children(parent ?? null));
    this.#keep(parent, rows);
    const problem = parent ? undefined : rows.find((row) => row.kind === 'problem');
    if (problem) this.#parts.lost(problem);
    // Nothing at the root: the view's own welcome says what to do, with buttons.
    if (!parent && rows.every((row) => row.kind === 'empty' || row.kind === 'problem')) return [];
    return [...rows];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#parents.get(node.id);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const row = treeRow(node);
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.expandable ? Collapsed : None);
    item.id = row.id;
    item.description = row.description;
    item.iconPath = new vscode.ThemeIcon(
      row.icon.id,
      row.icon.color ? new vscode.ThemeColor(row.icon.color) : undefined,
    );
    item.contextValue = row.contextValue;
    item.accessibilityInformation = { label: row.spoken };
    if (row.command) item.command = { command: row.command, title: row.label, arguments: [node] };
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode, token: vscode.CancellationToken) {
    const abort = new AbortController();
    const cancelled = token.onCancellationRequested(() => abort.abort());
    const markdown = await this.#parts.tooltip(node, abort.signal).catch(() => tooltipMarkdown(node));
    cancelled.dispose();
    item.tooltip = new vscode.MarkdownString(markdown);
    return item;
  }

  /** Shows the next page in the place of a "show more" row. */
  async showMore(more: TreeNode): Promise<void> {
    const parent = this.#parents.get(more.id);
    const source = await this.#parts.source();
    if (source === null) return;
    const next = await source.children(parent ?? null, { offset: more.offset ?? 0 });
    const before = (this.#rows.get(parent?.id ?? '') ?? []).filter((row) => row.kind !== 'more');
    this.#keep(parent, [...before, ...next]);
    this.#changed.fire(parent);
  }

  /** Reads everything anew when it is next shown. */
  refresh(): void {
    this.#rows.clear();
    this.#outdated = true;
    this.#changed.fire(undefined);
  }

  /** Reads the rows below each parent with a running experiment anew from time to time, while the view is visible. */
  keepFresh(view: vscode.TreeView<TreeNode>): vscode.Disposable {
    const timer = setInterval(() => {
      if (view.visible) void this.#refreshRunning();
    }, pollMillis);
    return new vscode.Disposable(() => clearInterval(timer));
  }

  async #refreshRunning(): Promise<void> {
    const running = [...this.#rows].filter(([, rows]) => rows.some((row) => row.state === 'running'));
    if (running.length === 0) return;
    const source = await this.#parts.source();
    if (source === null) return;
    for (const [, rows] of running) {
      const parent = this.#parents.get(rows[0]!.id);
      if (!parent) continue;
      source.refresh(parent);
      const again = await readAtLeast(source, parent, rows.filter((row) => row.kind !== 'more').length);
      // A service that is away for a moment must not empty a tree that is being read.
      if (again.some((row) => row.kind === 'problem') || same(again, rows)) continue;
      this.#keep(parent, again);
      this.#changed.fire(parent);
    }
  }

  #keep(parent: TreeNode | undefined, rows: readonly TreeNode[]): void {
    // What could not be read is asked for again the next time.
    if (!rows.some((row) => row.kind === 'problem')) this.#rows.set(parent?.id ?? '', rows);
    if (parent) for (const row of rows) this.#parents.set(row.id, parent);
  }
}

async function readAtLeast(source: TreeSource, parent: TreeNode, count: number): Promise<TreeNode[]> {
  let rows = [...(await source.children(parent))];
  for (let last = rows.at(-1); last?.kind === 'more' && rows.length - 1 < count; last = rows.at(-1)) {
    rows = [...rows.slice(0, -1), ...(await source.children(parent, { offset: last.offset ?? 0 }))];
  }
  return rows;
}

function same(a: readonly TreeNode[], b: readonly TreeNode[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
