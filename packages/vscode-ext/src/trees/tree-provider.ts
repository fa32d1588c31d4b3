import {
  type Failure,
  type FreshRows,
  failureOf,
  failureOfRead,
  freshRows,
  matchesText,
  messageText,
  type TreeNode,
  type TreeSource,
} from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { translate } from '../translate.ts';
import { idBelow, isConnectionNode, ownNode } from './connection-nodes.ts';
import { treeDrag } from './drag-rows.ts';
import { tooltipMarkdown } from './tooltip.ts';
import { treeRow } from './tree-item.ts';

/** Dependencies of a native tree. */
export interface TreeProviderOptions {
  /** Returns the data source of the tree; null when signed out. Rejects when the connection fails. */
  source(): Promise<TreeSource | null>;
  /** Like `source`, but for polling: also resolves to null, without a request, when the user has to act first. */
  polled(): Promise<TreeSource | null>;
  /**
   * Called when the root of a connection cannot be read, so that the connection can report it. `connection` is its id
   * in a tree of several.
   */
  lost(failure: Failure, connection?: string): void;
  /** Whether the row of a connection is expanded at first. */
  isExpanded(connection: string): boolean;
  /** Returns the URL of the service that code which displays a node has to name; undefined for the current one. */
  urlInCode(node: TreeNode): string | undefined;
  /** Returns the tooltip of a node in Markdown; called when the user hovers over it. */
  tooltip(node: TreeNode, signal: AbortSignal): Promise<string>;
  /** Id of the row that was selected last, before the window was reloaded. */
  selectedBefore(): string | undefined;
  /** Called with the id of the row that is selected now. */
  onSelect(id: string): void;
  /** Polling interval in milliseconds for visible rows next to a running experiment. */
  refreshMillis(): number;
  /** Polling interval in milliseconds for all other visible rows. */
  idleMillis(): number;
}

/**
 * Native tree view over the lazy tree sources of the UI package. Rows stay visible when a reload fails; the view then
 * shows that they are outdated.
 */
export class TreeProvider implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #parts: TreeProviderOptions;
  readonly #changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  /** Child rows of each expanded node, by node id; `''` is the root. */
  readonly #rows = new Map<string, readonly TreeNode[]>();
  /** Ids of the nodes whose rows are up to date. */
  readonly #current = new Set<string>();
  /** Errors of failed reloads whose earlier rows are still shown, by parent id. */
  readonly #failures = new Map<string, Failure>();
  /** Latest data of each node, by id. */
  readonly #nodes = new Map<string, TreeNode>();
  /** Node objects last passed to the editor, by id; the editor identifies nodes by object. */
  readonly #given = new Map<string, TreeNode>();
  readonly #parents = new Map<string, TreeNode>();
  #expanded = new Set<string>();
  /** Ids of the nodes that were expanded before a filter; null without one. */
  #expandedBefore: ReadonlySet<string> | null = null;
  readonly #emptyContext: string;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #polling: FreshRows;
  readonly #disposables: vscode.Disposable[];

  /** Whether the cache of the source is older than the last requested refresh. */
  #outdated = false;
  #filter = '';
  /** Whether the selection of the time before a reload has been restored, or replaced by the user. */
  #hasSelection = false;
  /** Counts the invalidations of loaded rows. */
  #round = 0;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(viewId: string, parts: TreeProviderOptions) {
    this.#parts = parts;
    this.#emptyContext = `${viewId}.empty`;
    this.#view = vscode.window.createTreeView(viewId, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: treeDrag(parts.urlInCode),
    });
    this.#polling = freshRows({
      source: () => this.#parts.polled(),
      open: () => this.#openRows(),
      replace: (parent, rows) => this.#replace(parent ?? undefined, rows),
      failed: (parent, failure) => this.#failed(parent ?? undefined, failure),
      everyMillis: parts.refreshMillis,
      idleMillis: parts.idleMillis,
    });
    this.#disposables = [
      this.#view,
      this.#changed,
      this.#followExpansion(),
      this.#followSelection(),
      this.#pollWhileSeen(),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Selected rows, as the trees of their connections know them. */
  get selection(): readonly TreeNode[] {
    return this.#view.selection.map(ownNode);
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    const rows = await this.#read(parent);
    const failure = rows.find(({ kind }) => kind === 'problem')?.failure;
    const isBare = rows.every(({ kind }) => kind === 'empty' || kind === 'problem');
    // An empty root shows the welcome view, which has buttons for the next step. It cannot show how long to wait, so
    // a rate limit is shown as a row.
    if (!parent && isBare && failure?.kind !== 'limited') return [];
    for (const row of rows) {
      // The editor does not report the expansion of a row that is expanded at first.
      if (isConnectionNode(row) && !this.#given.has(row.id) && this.#parts.isExpanded(row.connection)) {
        this.#expanded.add(row.id);
      }
      if (row.open) this.#expanded.add(row.id);
      this.#given.set(row.id, row);
    }
    this.#restoreSelection(rows);
    return [...rows];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    const parent = this.#parents.get(node.id);
    return parent && this.#known(parent);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const row = treeRow(this.#nodes.get(node.id) ?? node);
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    const isOpen = this.#expanded.has(node.id);
    const item = new vscode.TreeItem(row.label, row.expandable ? (isOpen ? Expanded : Collapsed) : None);
    // The editor remembers by id which rows the user collapsed; the results of a filter are shown expanded.
    item.id = node.open ? `${row.id} ${this.#filter}` : row.id;
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

  /** Replaces a "show more" row with the next page. */
  async showMore(row: TreeNode): Promise<void> {
    const id = row.connection === undefined || this.#parents.has(row.id) ? row.id : idBelow(row.connection, row.id);
    const more = { ...row, id };
    const parent = this.#parents.get(id);
    const before = this.#rows.get(parent?.id ?? '') ?? [];
    const source = await this.#parts.source().catch(() => null);
    if (source === null || !before.some((row) => row.id === more.id)) return;
    const next = await source.children(parent ?? null, { offset: more.offset ?? 0 });
    const failure = failureOfRead(before, next);
    if (failure !== null) return this.#failed(parent, failure);
    this.#keep(parent, [...before.filter((row) => row.kind !== 'more'), ...next]);
    this.#changed.fire(parent && this.#known(parent));
  }

  /** Reloads all rows; the current ones stay visible until then. */
  refresh(): void {
    this.#current.clear();
    this.#round++;
    this.#outdated = true;
    this.#changed.fire(undefined);
  }

  /** Discards all rows, because they belong to another service or account. */
  clear(): void {
    if (this.#rows.size === 0) return;
    this.#rows.clear();
    this.#failures.clear();
    this.#say();
    this.refresh();
  }

  /** Shows the rows of the connections in their current states, without a request. */
  async updateConnections(): Promise<void> {
    const before = this.#rows.get('');
    if (!before?.some(isConnectionNode)) return;
    const source = await this.#parts.source().catch(() => null);
    const rows = (await source?.children(null)) ?? [];
    if (rows.some(isConnectionNode)) this.#replace(undefined, rows);
    else this.clear();
  }

  /** Called after a reconnect. Reloads the visible rows if the last read failed. */
  reconnected(): void {
    const { failure, loading } = this.#polling.state;
    if (!loading && (failure !== null || this.#failures.size > 0)) this.#polling.reload();
  }

  /** Shows only the rows that match; `''` shows all. The source searches when the root is read next. */
  async setFilter(words: string): Promise<void> {
    this.#filter = words.trim();
    if (this.#filter !== '') this.#expandedBefore ??= new Set(this.#expanded);
    else if (this.#expandedBefore !== null) {
      this.#expanded = new Set(this.#expandedBefore);
      this.#expandedBefore = null;
    }
    this.#describe(null);
    const source = await this.#parts.source().catch(() => null);
    source?.setFilter(this.#filter);
    this.#invalidate();
  }

  /** Shows the filter and the number of its matches next to the title. */
  #describe(matches: number | null): void {
    if (this.#filter === '') this.#view.description = '';
    else
      this.#view.description = `${vscode.l10n.t('matching “{0}”', this.#filter)}: ${matchesText(matches, translate)}`;
  }

  #invalidate(): void {
    this.#current.clear();
    this.#round++;
    this.#changed.fire(undefined);
  }

  /** Applies changed stars and saved searches: shows the cached rows in their new order. */
  async rearrange(): Promise<void> {
    const source = await this.#parts.source().catch(() => null);
    source?.rearrange();
    this.#invalidate();
  }

  /**
   * Expands the ancestors of a node, given the ids from the root of its connection to the node, and selects it. Loads
   * as many pages as necessary. Returns false when the node is not found.
   */
  async reveal(ids: readonly string[], connection: string): Promise<boolean> {
    let parent: TreeNode | undefined;
    const root = (await this.getChildren()).find((row) => isConnectionNode(row) && row.connection === connection);
    for (const id of root ? [root.id, ...ids.map((own) => idBelow(connection, own))] : ids) {
      const found = await this.#find(parent, id);
      if (found === null) return false;
      parent = found;
    }
    if (parent) await this.#view.reveal(this.#known(parent), { select: true, focus: true, expand: false });
    return parent !== undefined;
  }

  async #read(parent: TreeNode | undefined): Promise<readonly TreeNode[]> {
    const id = parent?.id ?? '';
    const known = this.#rows.get(id);
    if (known && this.#current.has(id)) return known;
    const round = this.#round;
    const source = await this.#parts.source().catch((error: unknown) => {
      this.#failed(parent, failureOf(error));
      return null;
    });
    if (source === null) return this.#rows.get(id) ?? [];
    // The source of a new connection does not have the filter yet.
    if (source.filter !== this.#filter) source.setFilter(this.#filter);
    if (this.#outdated) source.refresh(null);
    this.#outdated = false;
    const rows = await source.children(parent ?? null);
    if (source.filter === this.#filter) this.#describe(source.matches);
    // Rows of an earlier refresh or filter are returned once, but not cached.
    if (round !== this.#round) return rows;
    const failure = failureOfRead(this.#rows.get(id), rows);
    if (failure === null) this.#keep(parent, rows);
    else this.#failed(parent, failure);
    return this.#rows.get(id) ?? rows;
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

  /**
   * Yields the rows of the root and of each expanded node whose ancestors are also expanded. The scroll position is
   * unknown.
   */
  *#openRows(): Iterable<readonly [TreeNode | null, readonly TreeNode[]]> {
    yield [null, this.#latest('')];
    for (const id of this.#expanded) {
      const node = this.#nodes.get(id);
      if (node && this.#rows.has(id) && this.#isShown(node)) yield [node, this.#latest(id)];
    }
  }

  #latest(id: string): readonly TreeNode[] {
    return (this.#rows.get(id) ?? []).map((row) => this.#nodes.get(row.id) ?? row);
  }

  #isShown(node: TreeNode): boolean {
    const parent = this.#parents.get(node.id);
    const isRow = this.#rows.get(parent?.id ?? '')?.some(({ id }) => id === node.id) ?? false;
    return isRow && (parent === undefined || (this.#expanded.has(parent.id) && this.#isShown(parent)));
  }

  #followExpansion(): vscode.Disposable {
    return vscode.Disposable.from(
      this.#view.onDidExpandElement(({ element }) => this.#expanded.add(element.id)),
      this.#view.onDidCollapseElement(({ element }) => this.#expanded.delete(element.id)),
    );
  }

  #followSelection(): vscode.Disposable {
    return this.#view.onDidChangeSelection(({ selection: [node] }) => {
      this.#hasSelection = true;
      if (node) this.#parts.onSelect(node.id);
    });
  }

  /**
   * Selects the row that was selected before a reload, once its parent is expanded again. Expands and reads nothing.
   */
  #restoreSelection(rows: readonly TreeNode[]): void {
    const id = this.#hasSelection ? undefined : this.#parts.selectedBefore();
    if (id === undefined || !rows.some((row) => row.id === id)) return;
    this.#hasSelection = true;
    const options = { select: true, focus: false, expand: false };
    // The row is known to the editor after it has received its siblings. Without the row, nothing is selected.
    setTimeout(
      () => void this.#view.reveal(this.#known(rows.find((row) => row.id === id)!), options).then(undefined, () => {}),
    );
  }

  /**
   * Polls while the view is visible and the window is in use. A view counts as visible even if its window is hidden. A
   * window without a click or key press for a minute is no longer active, but the user may still look at it.
   */
  #pollWhileSeen(): vscode.Disposable {
    const see = () => {
      const { focused, active } = vscode.window.state;
      this.#polling.see(this.#view.visible && (focused || active));
    };
    see();
    return vscode.Disposable.from(
      this.#view.onDidChangeVisibility(see),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        see();
        if (focused && this.#view.visible) this.#polling.focus();
      }),
      this.#polling,
    );
  }

  /**
   * Replaces rows with new data. Only changed rows are redrawn, so that menus and tooltips of other rows stay open.
   */
  #replace(parent: TreeNode | undefined, rows: readonly TreeNode[]): void {
    const before = this.#rows.get(parent?.id ?? '') ?? [];
    const isSame = before.length === rows.length && before.every(({ id }, index) => id === rows[index]!.id);
    const changed = before.filter((row, index) => {
      const known = this.#nodes.get(row.id) ?? row;
      return JSON.stringify(known) !== JSON.stringify(rows[index]);
    });
    this.#keep(parent, rows);
    if (!isSame) this.#changed.fire(parent && this.#known(parent));
    else if (changed.length > 0) this.#changed.fire(changed.map((row) => this.#known(row)));
  }

  /** Returns the object by which the editor identifies a node. */
  #known(node: TreeNode): TreeNode {
    return this.#given.get(node.id) ?? node;
  }

  #keep(parent: TreeNode | undefined, rows: readonly TreeNode[]): void {
    const id = parent?.id ?? '';
    const failure = rows.find(({ kind }) => kind === 'problem')?.failure;
    this.#rows.set(id, rows);
    // A failed read is repeated on the next request.
    if (failure) this.#current.delete(id);
    else this.#current.add(id);
    this.#failures.delete(id);
    for (const row of rows) {
      this.#nodes.set(row.id, row);
      if (parent) this.#parents.set(row.id, parent);
    }
    if (failure && (!parent || isConnectionNode(parent))) this.#parts.lost(failure, parent?.connection);
    if (!parent) {
      const isEmpty = rows.length > 0 && rows.every(({ kind }) => kind === 'empty');
      void vscode.commands.executeCommand('setContext', this.#emptyContext, isEmpty);
    }
    this.#say();
  }

  /** Handles a failed read: the earlier rows stay, and the view shows a message. */
  #failed(parent: TreeNode | undefined, failure: Failure): void {
    const id = parent?.id ?? '';
    if (this.#rows.get(id)?.some(({ kind }) => kind !== 'problem')) this.#failures.set(id, failure);
    if (!parent || isConnectionNode(parent)) this.#parts.lost(failure, parent?.connection);
    this.#say();
  }

  /** Updates the message above the rows that explains why they are outdated. */
  #say(): void {
    const failure = [...this.#failures.values()].at(-1);
    const message = failure
      ? `${messageText(failure, translate)} ${vscode.l10n.t('Showing the rows that were loaded last.')}`
      : '';
    if ((this.#view.message ?? '') !== message) this.#view.message = message;
  }
}
