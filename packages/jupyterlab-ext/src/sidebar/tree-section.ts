import type { Message } from '@lumino/messaging';
import type { Favorites, MountedTree, TreeDefinition, TreeNode, TreeSource } from '@tracklens/ui';
import { LazyWidget } from '../lazy-widget.ts';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';

/** Options of a tree section. */
export interface TreeSectionOptions {
  /** Loads the favorites; called for a tree that uses them. */
  loadFavorites(): Promise<Favorites>;
  /** Called when the user starts to drag the selected rows. */
  onDrag(nodes: readonly TreeNode[], event: PointerEvent): void;
  /** Called when the tree has been added to the section. */
  onMounted(tree: MountedTree): void;
}

/** Sidebar section with one tree. It loads nothing before it first becomes visible. */
export class TreeSection extends LazyWidget<MountedTree> {
  readonly #tracklens: Tracklens;
  readonly #definition: TreeDefinition;
  readonly #options: TreeSectionOptions;
  #source: TreeSource | null = null;
  #unsubscribe: () => void = () => {};
  #filter = '';

  constructor(tracklens: Tracklens, definition: TreeDefinition, options: TreeSectionOptions) {
    super();
    this.#tracklens = tracklens;
    this.#definition = definition;
    this.#options = options;
    this.addClass('jp-TracklensTree');
    this.title.label = tracklens.translate(definition.title);
  }

  /** Returns the node with an id; null when this tree has not loaded it. */
  nodeById(id: string): TreeNode | null {
    return this.content?.node(id) ?? null;
  }

  /** Returns the selected nodes. */
  selection(): readonly TreeNode[] {
    return this.content?.selection() ?? [];
  }

  /** Lets the user edit the name of a row in its place. Null if the row is not on the screen. */
  edit(node: TreeNode, value: string): Promise<string | null> | null {
    return this.content?.edit(node.id, value) ?? null;
  }

  /** Moves the focus to the tree. */
  focus(): void {
    this.content?.focus();
  }

  /** Shows only the rows that match, once the section is visible. */
  setFilter(words: string): void {
    this.#filter = words;
    if (this.isVisible) this.#source?.setFilter(words);
  }

  /** Reorders the rows without a reload. */
  rearrange(): void {
    this.#source?.rearrange();
  }

  /** Collapses all nodes. */
  collapseAll(): void {
    this.content?.collapseAll();
  }

  /** Reloads the tree, also after its load has failed. */
  refresh(): void {
    if (this.content === null) this.loadMissing();
    else this.#source?.refresh(null);
  }

  /** Shows the tree of the connection that is active now. */
  reconnect(): void {
    this.#source = null;
    this.reload();
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.#source?.setFilter(this.#filter);
  }

  override dispose(): void {
    this.#unsubscribe();
    super.dispose();
  }

  protected override problem(reason: string): string {
    return this.#tracklens.translate('The tree cannot be shown (%1). Press Refresh to try again.', reason);
  }

  protected override async load(): Promise<() => MountedTree> {
    const { id, title, usesFavorites, load } = this.#definition;
    const { host, translate, clients } = this.#tracklens;
    const [views, createTree, api] = await Promise.all([loadViews(), load(), clients.api()]);
    const stored = `tree:${id}:${clients.current?.id ?? ''}`;
    const state = views.readTreeState(await host.storage?.read(stored).catch(() => null));
    const favorites = usesFavorites ? { favorites: await this.#options.loadFavorites() } : {};
    return () => {
      const tree = createTree({ api, t: translate, ...favorites });
      tree.setFilter(this.#filter);
      this.#source = tree;
      const mounted = views.mountTree(this.node, {
        tree,
        label: translate(title),
        host,
        strings: translate,
        pollMillis: () => this.#tracklens.treePollMillis,
        onOpen: (target, { newPanel, preview }) => host.open(target, { newPanel, preview, activate: !preview }),
        state,
        // Not stored: the tree is collapsed after the next reload.
        onState: (next) => void host.storage?.write(stored, views.treeStateText(next)).catch(() => {}),
        onDrag: (nodes, event) => this.#options.onDrag(nodes, event),
        async details({ target }, signal) {
          if (target?.kind !== 'experiment') return null;
          return views.summaryText(await views.experimentSummary(api, target.experimentKey, signal), translate);
        },
      });
      this.#options.onMounted(mounted);
      this.#unsubscribe();
      this.#unsubscribe = clients.onHealth((isReachable) => isReachable && mounted.reconnected());
      return mounted;
    };
  }
}
