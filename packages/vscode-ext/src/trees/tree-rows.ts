import type { Failure, TreeNode } from '@tracklens/ui/trees';

/** What changed when the rows below a parent were replaced. */
export type RowChange =
  /** Rows were added, removed or moved. */
  | { readonly kind: 'children' }
  /** The same rows, some of them with new data. */
  | { readonly kind: 'data'; readonly rows: readonly TreeNode[] };

/**
 * Rows that a native tree has loaded, and which of them are expanded. Rows stay when a reload fails, together with the
 * reason. The root is the parent `undefined`.
 */
export class TreeRows {
  /** Child rows of each parent that has been read, by its id; `''` is the root. */
  readonly #children = new Map<string, readonly TreeNode[]>();
  /** Ids of the parents whose rows are up to date. */
  readonly #current = new Set<string>();
  /** Errors of failed reloads whose earlier rows are still shown, by parent id. */
  readonly #failures = new Map<string, Failure>();
  /** Latest data of each node, by id. */
  readonly #nodes = new Map<string, TreeNode>();
  /** Node objects last passed to the editor, by id; the editor identifies nodes by object. */
  readonly #registered = new Map<string, TreeNode>();
  readonly #parents = new Map<string, TreeNode>();
  #expanded = new Set<string>();
  /** Ids of the nodes that were expanded before a filter; null without one. */
  #expandedBefore: ReadonlySet<string> | null = null;
  #round = 0;

  /** Number of invalidations. Rows whose read began in an earlier round are outdated. */
  get round(): number {
    return this.#round;
  }

  /** Reason why the rows that a failed reload left are outdated; null if all are up to date. */
  get failure(): Failure | null {
    return [...this.#failures.values()].at(-1) ?? null;
  }

  /** Returns the reason why the rows below a parent are outdated or were never read; null if they are up to date. */
  failureBelow(parent: TreeNode | undefined): Failure | null {
    const problem = this.of(parent)?.find((row) => row.kind === 'problem');
    return this.#failures.get(parent?.id ?? '') ?? problem?.failure ?? null;
  }

  /** Returns the rows below a parent, as they were read last; undefined before the first read. */
  of(parent: TreeNode | undefined): readonly TreeNode[] | undefined {
    return this.#children.get(parent?.id ?? '');
  }

  /** Returns the rows below a parent if they need not be read again. */
  currentOf(parent: TreeNode | undefined): readonly TreeNode[] | undefined {
    return this.#current.has(parent?.id ?? '') ? this.of(parent) : undefined;
  }

  /** Returns the parent of a row as the editor knows it; undefined for a row of the root. */
  parentOf({ id }: TreeNode): TreeNode | undefined {
    const parent = this.#parents.get(id);
    return parent && this.registered(parent);
  }

  /** Returns the latest data of a node. */
  latest(node: TreeNode): TreeNode {
    return this.#nodes.get(node.id) ?? node;
  }

  /** Returns the object by which the editor identifies a node. */
  registered(node: TreeNode): TreeNode {
    return this.#registered.get(node.id) ?? node;
  }

  /** Whether a row has been passed to the editor. */
  isRegistered({ id }: TreeNode): boolean {
    return this.#registered.has(id);
  }

  /** Records that the editor receives a row. Its node identifies the row from now on. */
  register(row: TreeNode): void {
    if (row.open) this.#expanded.add(row.id);
    this.#registered.set(row.id, row);
  }

  /** Stores the rows below a parent. Returns the failure that one of them reports. */
  store(parent: TreeNode | undefined, rows: readonly TreeNode[]): Failure | null {
    const id = parent?.id ?? '';
    this.#children.set(id, rows);
    this.#failures.delete(id);
    const failure = this.failureBelow(parent);
    // A failed read is repeated on the next request.
    if (failure) this.#current.delete(id);
    else this.#current.add(id);
    for (const row of rows) {
      this.#nodes.set(row.id, row);
      if (parent) this.#parents.set(row.id, parent);
    }
    return failure;
  }

  /** Records that a reload failed. Rows that were read before stay and count as outdated. */
  fail(parent: TreeNode | undefined, failure: Failure): void {
    if (this.of(parent)?.some(({ kind }) => kind !== 'problem')) this.#failures.set(parent?.id ?? '', failure);
  }

  /** Returns what new rows change below a parent, for the editor to redraw no more than that. */
  changeTo(parent: TreeNode | undefined, rows: readonly TreeNode[]): RowChange {
    const before = this.of(parent) ?? [];
    const isSame = before.length === rows.length && before.every(({ id }, index) => id === rows[index]!.id);
    if (!isSame) return { kind: 'children' };
    const changed = before.filter((row, index) => JSON.stringify(this.latest(row)) !== JSON.stringify(rows[index]));
    return { kind: 'data', rows: changed.map((row) => this.registered(row)) };
  }

  /** Marks all rows as outdated. They stay visible until they are read again. */
  invalidate(): void {
    this.#current.clear();
    this.#round++;
  }

  /** Discards all rows. Returns whether there were any. */
  clear(): boolean {
    const hadRows = this.#children.size > 0;
    this.#children.clear();
    this.#failures.clear();
    return hadRows;
  }

  /** Whether a node is expanded. */
  isExpanded({ id }: TreeNode): boolean {
    return this.#expanded.has(id);
  }

  /** Expands or collapses a node. */
  setExpanded({ id }: TreeNode, expanded: boolean): void {
    if (expanded) this.#expanded.add(id);
    else this.#expanded.delete(id);
  }

  /** Remembers which nodes are expanded, until `restoreExpanded`. A second call keeps the first state. */
  saveExpanded(): void {
    this.#expandedBefore ??= new Set(this.#expanded);
  }

  /** Expands the nodes again that were expanded when `saveExpanded` was called. */
  restoreExpanded(): void {
    if (this.#expandedBefore === null) return;
    this.#expanded = new Set(this.#expandedBefore);
    this.#expandedBefore = null;
  }

  /** Yields the rows of the root, and of each expanded node whose ancestors are also expanded. */
  *visible(): Iterable<readonly [TreeNode | null, readonly TreeNode[]]> {
    yield [null, this.#latestOf('')];
    for (const id of this.#expanded) {
      const node = this.#nodes.get(id);
      if (node && this.#children.has(id) && this.#isShown(node)) yield [node, this.#latestOf(id)];
    }
  }

  #latestOf(id: string): readonly TreeNode[] {
    return (this.#children.get(id) ?? []).map((row) => this.latest(row));
  }

  #isShown(node: TreeNode): boolean {
    const parent = this.#parents.get(node.id);
    const isRow = this.of(parent)?.some(({ id }) => id === node.id) ?? false;
    return isRow && (parent === undefined || (this.#expanded.has(parent.id) && this.#isShown(parent)));
  }
}
