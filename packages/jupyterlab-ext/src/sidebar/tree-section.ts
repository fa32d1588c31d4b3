import type { API } from '@tracklens/core/browser';
import type { MountedTree, TreeNode } from '@tracklens/ui';
import { LazyWidget } from '../lazy-widget.ts';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';

type Views = Awaited<ReturnType<typeof loadViews>>;
type Source = ReturnType<Views['explorerTree']>;

/** Options of a tree section. */
export interface TreeSectionOptions {
  readonly label: string;
  source(views: Views, api: API): Source | Promise<Source>;
  /** Called when the user starts to drag the selected rows. */
  onDrag(nodes: readonly TreeNode[], event: PointerEvent): void;
}

/** Sidebar section with one tree. It loads nothing before it first becomes visible. */
export class TreeSection extends LazyWidget<MountedTree> {
  readonly #tracklens: Tracklens;
  readonly #options: TreeSectionOptions;
  #source: Source | null = null;
  #unsubscribe: () => void = () => {};
  #filter = '';

  constructor(tracklens: Tracklens, options: TreeSectionOptions) {
    super();
    this.#tracklens = tracklens;
    this.#options = options;
    this.addClass('jp-TracklensTree');
    this.title.label = options.label;
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
    const [views, api] = await Promise.all([loadViews(), this.#tracklens.connection.api()]);
    const tree = await this.#options.source(views, api);
    const { host, translate } = this.#tracklens;
    return () => {
      tree.setFilter(this.#filter);
      this.#source = tree;
      const mounted = views.mountTree(this.node, {
        tree,
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
      this.#unsubscribe = this.#tracklens.connection.onHealth((answers) => answers && mounted.reconnected());
      return mounted;
    };
  }
}
