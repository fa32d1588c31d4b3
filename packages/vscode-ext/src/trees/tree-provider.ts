import {
  type Failure,
  type FreshRows,
  failureOf,
  failureOfRead,
  freshRows,
  messageText,
  remedyText,
  type TreeNode,
  type TreeNodeOf,
  type TreeSource,
} from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { translate } from '../translate.ts';
import { cancelledRow, isCancelled } from './cancelled-row.ts';
import { isConnectionNode, nodeBelow, ownNode } from './connection-nodes.ts';
import { treeDrag } from './drag-rows.ts';
import { nativeTreeItem } from './native-tree-item.ts';
import { pollWhileUsed } from './poll-while-used.ts';
import { RestoredSelection, type SelectionStore } from './restored-selection.ts';
import { SlowReads } from './slow-reads.ts';
import { tooltipMarkdown } from './tooltip.ts';
import { treeRow } from './tree-item.ts';
import { findRow, type TreeReads } from './tree-reveal.ts';
import { TreeRows } from './tree-rows.ts';
import { showFailure, showFilter } from './view-status.ts';

/** Dependencies of a native tree. */
export interface TreeProviderOptions extends SelectionStore {
  /** Returns the data source of the tree; null when signed out. Rejects when the connection fails. */
  source(): Promise<TreeSource | null>;
  /** Like `source`, but for polling: also resolves to null, without a request, when the user has to act first. */
  polled(): Promise<TreeSource | null>;
  /**
   * Called when the root of a connection cannot be read, so that the connection can report it. `connection` is its id
   * in a tree of several.
   */
  onLost(failure: Failure, connection?: string): void;
  /** Called when reads begin to take long, so that the user can cancel them, and when the last of them ends. */
  onSlow(isSlow: boolean): void;
  /** Whether the row of a connection is expanded at first. */
  isExpanded(connection: string): boolean;
  /** Returns the URL of the service that code which displays a node has to name; undefined for the current one. */
  urlInCode(node: TreeNode): string | undefined;
  /** Returns the tooltip of a node in Markdown; called when the user hovers over it. */
  tooltip(node: TreeNode, signal: AbortSignal): Promise<string>;
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
  readonly #options: TreeProviderOptions;
  readonly #changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly #rows = new TreeRows();
  readonly #emptyContext: string;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #selection: RestoredSelection;
  readonly #polling: FreshRows;
  readonly #slow: SlowReads;
  readonly #disposables: vscode.Disposable[];

  /** Whether the cache of the source is older than the last requested refresh. */
  #outdated = false;
  #filter = '';

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(viewId: string, options: TreeProviderOptions) {
    this.#options = options;
    this.#slow = new SlowReads(options.onSlow);
    this.#emptyContext = `${viewId}.empty`;
    this.#view = vscode.window.createTreeView(viewId, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: treeDrag(options.urlInCode),
    });
    this.#selection = new RestoredSelection(this.#view, options);
    let { round } = this.#rows;
    let polled: TreeSource | null = null;
    /** Whether rows that are polled are those of the current filter and account. */
    const isCurrent = () => round === this.#rows.round;
    this.#polling = freshRows({
      source: async () => {
        ({ round } = this.#rows);
        polled = await this.#filtered(options.polled());
        return polled;
      },
      open: () => [...this.#rows.visible()].filter(([, rows]) => !isCancelled(rows)),
      replace: (parent, rows) => {
        if (!isCurrent()) return;
        this.#replace(parent ?? undefined, rows);
        if (polled !== null && (parent === null || isConnectionNode(parent))) this.#showMatches(polled);
      },
      failed: (parent, failure) => isCurrent() && this.#handleFailure(parent ?? undefined, failure),
      everyMillis: options.refreshMillis,
      idleMillis: options.idleMillis,
    });
    this.#disposables = [
      this.#view,
      this.#changed,
      this.#polling,
      this.#followExpansion(),
      this.#selection,
      pollWhileUsed(this.#view, this.#polling),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Selected rows, as the trees of their connections know them. */
  get selection(): readonly TreeNode[] {
    return this.#view.selection.map((row) => ownNode(this.#rows.latest(row)));
  }

  /** Returns the latest data of a row that the editor has received from this tree; undefined for any other row. */
  latest(row: TreeNode): TreeNode | undefined {
    return this.#rows.isRegistered(row) && this.#rows.registered(row) === row ? this.#rows.latest(row) : undefined;
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    const rows = await this.#read(parent);
    const failure = rows.find((row) => row.kind === 'problem')?.failure;
    const isBare = rows.every(({ kind }) => kind === 'empty' || kind === 'problem');
    // An empty root shows the welcome view, which has buttons for the next step. It cannot show how long to wait, so
    // a rate limit is shown as a row. A filter without results is a row too: the account is not empty. A cancelled read
    // is repeated with its row.
    const isUnmatched = this.#filter !== '' && failure === undefined;
    const isRow = isUnmatched || failure?.kind === 'rate-limited' || isCancelled(rows);
    if (!parent && isBare && !isRow) return [];
    for (const row of rows) {
      // The editor does not report the expansion of a row that is expanded at first.
      if (isConnectionNode(row) && !this.#rows.isRegistered(row) && this.#options.isExpanded(row.connection)) {
        this.#rows.setExpanded(row, true);
      }
      this.#rows.register(row);
    }
    this.#selection.restore(rows, (row) => this.#rows.registered(row));
    return [...rows];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#rows.parentOf(node);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const row = treeRow(this.#rows.latest(node));
    const item = nativeTreeItem(row, this.#rows.isExpanded(node));
    // The editor remembers by id which rows the user collapsed; the results of a filter are shown expanded.
    if (node.open) item.id = `${row.id} ${this.#filter}`;
    if (row.command) item.command = { command: row.command, title: row.label, arguments: [node] };
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, element: TreeNode, token: vscode.CancellationToken) {
    const node = this.#rows.latest(element);
    const abort = new AbortController();
    const cancelled = token.onCancellationRequested(() => abort.abort());
    const markdown = await this.#options.tooltip(node, abort.signal).catch(() => tooltipMarkdown(node));
    cancelled.dispose();
    item.tooltip = new vscode.MarkdownString(markdown);
    return item;
  }

  /**
   * Replaces a "show more" row with the next page. If the row is selected, moves the focus, which it has, to the first
   * new row.
   */
  async showMore(row: TreeNodeOf<'more'>): Promise<void> {
    const { connection } = row;
    const more = connection === undefined ? row : nodeBelow(connection, row);
    const isSelected = this.#view.selection.some(({ id }) => id === more.id);
    const [first] = await this.#loadMore(more);
    if (first && isSelected) await this.#view.reveal(first, { focus: true, select: false });
  }

  /** Replaces a "show more" row with the next page. Resolves to the new rows; none if they could not be read. */
  async #loadMore(more: TreeNodeOf<'more'>): Promise<readonly TreeNode[]> {
    const { id, offset } = more;
    const parent = this.#rows.parentOf(more);
    const { round } = this.#rows;
    /** Returns the rows that end with the "show more" row; undefined once others have replaced them. */
    const rowsBefore = () => {
      const rows = round === this.#rows.round ? this.#rows.of(parent) : undefined;
      return rows?.some((row) => row.id === id) ? rows : undefined;
    };
    if (!rowsBefore()) return [];
    const source = await this.#source(parent);
    const next = source && (await this.#slow.run((signal) => source.children(parent ?? null, { offset, signal })));
    const before = rowsBefore();
    if (!next || !before) return [];
    const failure = failureOfRead(before, next);
    if (failure !== null) {
      this.#handleFailure(parent, failure);
      return [];
    }
    // A star that another window has set moves rows to a later page. The editor shows no rows with two of the same id.
    const shown = new Set(before.map((row) => row.id));
    const added = next.filter((row) => !shown.has(row.id));
    this.#store(parent, [...before.filter((row) => row.kind !== 'more'), ...added]);
    this.#changed.fire(parent);
    return added;
  }

  /** Cancels the reads that take long. The rows of a level that was never read say so. */
  cancelLoading(): void {
    this.#slow.cancel();
  }

  /** Reloads all rows; the current ones stay visible until then. */
  refresh(): void {
    this.#outdated = true;
    this.#invalidate();
  }

  /** Discards all rows, because they belong to another service or account. */
  clear(): void {
    if (this.#rows.clear()) {
      showFailure(this.#view, this.#rows.failure);
      this.refresh();
    }
    // The pause after a failure was that of the other service.
    if (this.#polling.state.failure !== null) this.#polling.reload();
  }

  /** Shows the rows of the connections in their current states, without a request. */
  async updateConnections(): Promise<void> {
    const before = this.#rows.of(undefined);
    if (!before?.some(isConnectionNode)) return;
    const { round } = this.#rows;
    const source = await this.#filtered(this.#options.source()).catch(() => null);
    const rows = (await source?.children(null)) ?? [];
    // Rows of an earlier list of connections are not shown.
    if (round !== this.#rows.round) return;
    if (rows.some(isConnectionNode)) this.#replace(undefined, rows);
    else this.clear();
  }

  /** Called after a reconnect. Reloads the visible rows if the last read failed. */
  reconnected(): void {
    const { failure, loading } = this.#polling.state;
    if (!loading && (failure !== null || this.#rows.failure !== null)) this.#polling.reload();
  }

  /** Shows only the rows that match; `''` shows all. The source searches when the root is read next. */
  async setFilter(words: string): Promise<void> {
    this.#filter = words.trim();
    if (this.#filter === '') this.#rows.restoreExpanded();
    else this.#rows.saveExpanded();
    showFilter(this.#view, this.#filter, null);
    await this.#filtered(this.#options.source()).catch(() => null);
    this.#invalidate();
  }

  #invalidate(): void {
    this.#rows.invalidate();
    this.#changed.fire(undefined);
  }

  /** Applies changed stars and saved searches: shows the cached rows in their new order. */
  async rearrange(): Promise<void> {
    const source = await this.#options.source().catch(() => null);
    source?.rearrange();
    this.#invalidate();
  }

  /**
   * Expands the ancestors of a node, given the names from the root of its connection to the node, and selects it. Loads
   * as many pages as necessary. Returns false when the node is not found.
   *
   * @throws Error when rows cannot be read
   */
  async reveal(path: readonly string[], connection: string, signal: AbortSignal): Promise<boolean> {
    const roots = await this.getChildren();
    const start = roots.find((row) => isConnectionNode(row) && row.connection === connection);
    const reads: TreeReads = {
      children: (parent) => this.#read(parent),
      showMore: async (row) => (await this.#loadMore(row)).length > 0,
      errorBelow: (parent) => this.#errorBelow(parent),
    };
    const found = await findRow(reads, start, path, signal);
    if (found) await this.#view.reveal(this.#rows.registered(found), { select: true, focus: true, expand: false });
    return found !== null;
  }

  async #read(parent: TreeNode | undefined): Promise<readonly TreeNode[]> {
    const known = this.#rows.currentOf(parent);
    if (known) return known;
    const { round } = this.#rows;
    const read = await this.#slow.run((signal) => this.#load(parent, signal));
    if (read === null) return this.#rows.of(parent) ?? [];
    const rows = read ?? [cancelledRow(parent)];
    // Rows of an earlier refresh or filter are returned once, but not cached.
    if (round !== this.#rows.round) return rows;
    const failure = failureOfRead(this.#rows.of(parent), rows);
    if (failure === null) this.#store(parent, rows);
    else this.#handleFailure(parent, failure);
    return this.#rows.of(parent) ?? rows;
  }

  /** Reads the rows below a parent from the source; null without one. */
  async #load(parent: TreeNode | undefined, signal: AbortSignal): Promise<readonly TreeNode[] | null> {
    const source = await this.#source(parent);
    if (source === null) return null;
    if (this.#outdated) source.refresh(null);
    this.#outdated = false;
    const rows = await source.children(parent ?? null, { signal });
    this.#showMatches(source);
    return rows;
  }

  /** Shows how many rows of a source match the filter of the view. */
  #showMatches({ filter, matches }: TreeSource): void {
    if (filter !== '' && filter === this.#filter) showFilter(this.#view, filter, matches);
  }

  /** Returns the source; null when signed out and after a failure, which is that of the rows below `parent`. */
  #source(parent: TreeNode | undefined): Promise<TreeSource | null> {
    const { round } = this.#rows;
    return this.#filtered(this.#options.source()).catch((error: unknown) => {
      // An attempt that began before the last refresh may be one with an earlier API key.
      if (round === this.#rows.round) this.#handleFailure(parent, failureOf(error));
      return null;
    });
  }

  /** Returns a source with the filter of the view: that of a new connection does not have it yet. */
  async #filtered(read: Promise<TreeSource | null>): Promise<TreeSource | null> {
    const source = await read;
    if (source !== null && source.filter !== this.#filter) source.setFilter(this.#filter);
    return source;
  }

  /** Returns why rows below a parent are outdated or missing; null if they are up to date. */
  #errorBelow(parent: TreeNode | undefined): Error | null {
    const failure = this.#rows.failureBelow(parent);
    if (failure === null) return null;
    return Object.assign(new Error(messageText(failure, translate)), { remedy: remedyText(failure, translate) });
  }

  #followExpansion(): vscode.Disposable {
    return vscode.Disposable.from(
      this.#view.onDidExpandElement(({ element }) => this.#rows.setExpanded(element, true)),
      this.#view.onDidCollapseElement(({ element }) => this.#rows.setExpanded(element, false)),
    );
  }

  /**
   * Replaces rows with new data. Only changed rows are redrawn, so that menus and tooltips of other rows stay open.
   */
  #replace(parent: TreeNode | undefined, rows: readonly TreeNode[]): void {
    const change = this.#rows.changeTo(parent, rows);
    this.#store(parent, rows);
    if (change.kind === 'children') this.#changed.fire(parent && this.#rows.registered(parent));
    else if (change.rows.length > 0) this.#changed.fire([...change.rows]);
  }

  #store(parent: TreeNode | undefined, rows: readonly TreeNode[]): void {
    const failure = this.#rows.store(parent, rows);
    if (failure && (!parent || isConnectionNode(parent))) this.#options.onLost(failure, parent?.connection);
    if (!parent) {
      const isEmpty = this.#filter === '' && rows.length > 0 && rows.every(({ kind }) => kind === 'empty');
      void vscode.commands.executeCommand('setContext', this.#emptyContext, isEmpty);
    }
    showFailure(this.#view, this.#rows.failure);
  }

  /** Handles a failed read: the earlier rows stay, and the view shows a message. */
  #handleFailure(parent: TreeNode | undefined, failure: Failure): void {
    this.#rows.fail(parent, failure);
    if (!parent || isConnectionNode(parent)) this.#options.onLost(failure, parent?.connection);
    showFailure(this.#view, this.#rows.failure);
  }
}
