import { freshRows, type TreeNode, type TreeSource } from '@tracklens/ui/trees';
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
  /** How often rows beside a running experiment are read while they are seen. */
  refreshMillis(): number;
}

/** A native tree over the lazy trees of the views: what was read is kept until it is refreshed. */
export class TreeProvider implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #parts: TreeProviderParts;
  readonly #changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  /** The rows below each node that was expanded, by id; `''` is the root. */
  readonly #rows = new Map<string, readonly TreeNode[]>();
  /** What is known last of each node, by id; the editor knows a node by the object it was first given. */
  readonly #nodes = new Map<string, TreeNode>();
  readonly #parents = new Map<string, TreeNode>();
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #disposables: vscode.Disposable[];

  /** What the source keeps is older than a refresh that was asked for. */
  #outdated = false;
  #filter = '';
  /** Counts how often what was read was forgotten. */
  #round = 0;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(viewId: string, parts: TreeProviderParts) {
    this.#parts = parts;
    this.#view = vscode.window.createTreeView(viewId, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.#disposables = [this.#view, this.#changed, this.#keepFresh()];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** The rows that are selected. */
  get selection(): readonly TreeNode[] {
    return this.#view.selection;
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    const rows = await this.#read(parent);
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
    const row = treeRow(this.#nodes.get(node.id) ?? node);
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
    const before = this.#rows.get(parent?.id ?? '') ?? [];
    const source = await this.#parts.source();
    if (source === null || !before.some((row) => row.id === more.id)) return;
    const next = await source.children(parent ?? null, { offset: more.offset ?? 0 });
    this.#keep(parent, [...before.filter((row) => row.kind !== 'more'), ...next]);
    this.#changed.fire(parent);
  }

  /** Reads everything anew when it is next shown. */
  refresh(): void {
    this.#forget();
    this.#outdated = true;
    this.#changed.fire(undefined);
  }

  /** Shows the leaves that hold all words; `''` shows all. Nothing is read anew. */
  async setFilter(words: string): Promise<void> {
    this.#filter = words.trim();
    this.#view.description = this.#filter === '' ? '' : vscode.l10n.t('matching “{0}”', this.#filter);
    await this.rearrange();
  }

  /** What a person keeps beside the data has changed: shows the same rows in their new order. */
  async rearrange(): Promise<void> {
    const source = await this.#parts.source();
    source?.rearrange();
    this.#forget();
    this.#changed.fire(undefined);
  }

  /** Opens the way to a node by the ids of its ancestors, reads as many pages as it takes, and selects it. */
  async reveal(ids: readonly string[]): Promise<boolean> {
    let parent: TreeNode | undefined;
    for (const id of ids) {
      const found = await this.#find(parent, id);
      if (found === null) return false;
      parent = found;
    }
    if (parent) await this.#view.reveal(parent, { select: true, focus: true, expand: false });
    return parent !== undefined;
  }

  async #read(parent: TreeNode | undefined): Promise<readonly TreeNode[]> {
    const source = await this.#parts.source();
    if (source === null) return [];
    // A source that came with another connection knows no filter yet.
    if (source.filter !== this.#filter) source.setFilter(this.#filter);
    if (this.#outdated) source.refresh(null);
    this.#outdated = false;
    const known = this.#rows.get(parent?.id ?? '');
    if (known) return known;
    const round = this.#round;
    const rows = await source.children(parent ?? null);
    // Rows of before a refresh or under another filter are shown for a moment, but not kept.
    if (round === this.#round) this.#keep(parent, rows);
    return rows;
  }

  #forget(): void {
    this.#rows.clear();
    this.#round++;
  }

  async #find(parent: TreeNode | undefined, id: string): Promise<TreeNode | null> {
    for (;;) {
      const rows = parent || this.#rows.has('') ? await this.#read(parent) : await this.getChildren();
      const found = rows.find((row) => row.id === id);
      if (found) return found;
      const more = rows.at(-1);
      if (more?.kind !== 'more') return null;
      await this.showMore(more);
    }
  }

  /** Reads rows beside running experiments anew while the view is visible, less often when that fails. */
  #keepFresh(): vscode.Disposable {
    const fresh = freshRows({
      source: () => this.#parts.source(),
      open: () =>
        [...this.#rows].flatMap(([id, rows]) => {
          const parent = this.#nodes.get(id);
          return parent ? [[parent, rows.map((row) => this.#nodes.get(row.id) ?? row)] as const] : [];
        }),
      replace: (parent, rows) => this.#replace(parent ?? undefined, rows),
      everyMillis: this.#parts.refreshMillis,
    });
    // A view is visible while its window is hidden too.
    const see = () => fresh.see(this.#view.visible && vscode.window.state.active);
    const listeners = [this.#view.onDidChangeVisibility(see), vscode.window.onDidChangeWindowState(see)];
    see();
    return new vscode.Disposable(() => {
      fresh.dispose();
      for (const listener of listeners) listener.dispose();
    });
  }

  /** Draws what has changed and nothing else: an open menu or hover of another row outlives it. */
  #replace(parent: TreeNode | undefined, rows: readonly TreeNode[]): void {
    const before = this.#rows.get(parent?.id ?? '');
    // They were forgotten while they were read: what is asked for next comes from the source.
    if (before === undefined) return;
    const isSame = before.length === rows.length && before.every(({ id }, index) => id === rows[index]!.id);
    if (!isSame) {
      this.#keep(parent, rows);
      this.#changed.fire(parent);
      return;
    }
    const changed = before.filter((row, index) => {
      const known = this.#nodes.get(row.id) ?? row;
      return JSON.stringify(known) !== JSON.stringify(rows[index]);
    });
    for (const row of rows) this.#nodes.set(row.id, row);
    this.#changed.fire(changed);
  }

  #keep(parent: TreeNode | undefined, rows: readonly TreeNode[]): void {
    // What could not be read is asked for again the next time.
    if (!rows.some((row) => row.kind === 'problem')) this.#rows.set(parent?.id ?? '', rows);
    for (const row of rows) {
      this.#nodes.set(row.id, row);
      if (parent) this.#parents.set(row.id, parent);
    }
  }
}
