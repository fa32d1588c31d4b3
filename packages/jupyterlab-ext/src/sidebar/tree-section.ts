import type { Favorites, MountedTree, TreeDefinition, TreeNode, TreeSource } from '@tracklens/ui';
import { LazyWidget } from '../lazy-widget.ts';
import { loadViews, type Views } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';

/** Options of a tree section. */
export interface TreeSectionOptions {
  /** Loads the favorites; called for a tree that uses them. */
  loadFavorites(views: Views): Promise<Favorites>;
  /** Called when the user starts to drag the selected rows. */
  onDrag(nodes: readonly TreeNode[], event: PointerEvent): void;
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

  /** Shows only the leaves that match all words. */
  setFilter(words: string): void {
    this.#filter = words;
    this.#source?.setFilter(words);
  }

  /** Reorders the rows without a reload. */
  rearrange(): void {
    this.#source?.rearrange();
  }

  /** Collapses all nodes. */
  collapseAll(): void {
    this.content?.collapseAll();
  }

  /** Reloads the children of a node; default: the whole tree. */
  refresh(node: TreeNode | null = null): void {
    this.#source?.refresh(node);
  }

  override dispose(): void {
    this.#unsubscribe();
    super.dispose();
  }

  protected override problem(reason: string): string {
    return this.#tracklens.translate('The tree cannot be shown (%1). Reload the page.', reason);
  }

  protected override async load(): Promise<() => MountedTree> {
    const { title, usesFavorites, load } = this.#definition;
    const { host, translate, connection } = this.#tracklens;
    const [views, createTree, api] = await Promise.all([loadViews(), load(), connection.api()]);
    const favorites = usesFavorites ? { favorites: await this.#options.loadFavorites(views) } : {};
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
        onOpen: (target, { newPanel }) => host.open(target, { newPanel, activate: true }),
        onDrag: (nodes, event) => this.#options.onDrag(nodes, event),
        async details({ target }, signal) {
          if (target?.kind !== 'experiment') return null;
          return views.summaryText(await views.experimentSummary(api, target.experimentKey, signal), translate);
        },
      });
      this.#unsubscribe();
      this.#unsubscribe = connection.onHealth((isReachable) => isReachable && mounted.reconnected());
      return mounted;
    };
  }
}
