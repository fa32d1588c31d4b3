import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { API } from '@tracklens/core/browser';
import type { MountedTree, TreeNode } from '@tracklens/ui';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';

type Views = Awaited<ReturnType<typeof loadViews>>;
type Source = ReturnType<Views['explorerTree']>;

/** What a section shows and what its rows do. */
export interface TreeSectionOptions {
  readonly label: string;
  source(views: Views, api: API): Source | Promise<Source>;
  /** The selected rows are being dragged. */
  onDrag(nodes: readonly TreeNode[], event: PointerEvent): void;
}

/** One tree of the sidebar. It reads nothing before it is first seen. */
export class TreeSection extends Widget {
  readonly #tracklens: Tracklens;
  readonly #options: TreeSectionOptions;
  #source: Source | null = null;
  #tree: MountedTree | null = null;
  #mounting = false;
  #filter = '';

  constructor(tracklens: Tracklens, options: TreeSectionOptions) {
    super();
    this.#tracklens = tracklens;
    this.#options = options;
    this.addClass('jp-TracklensTree');
    this.title.label = options.label;
  }

  /** The node with an id, or null when this tree has not read it. */
  nodeById(id: string): TreeNode | null {
    return this.#tree?.node(id) ?? null;
  }

  /** The selected nodes. */
  selection(): readonly TreeNode[] {
    return this.#tree?.selection() ?? [];
  }

  /** Shows only the leaves that hold all words. */
  setFilter(words: string): void {
    this.#filter = words;
    this.#source?.setFilter(words);
  }

  /** Shows the same rows in another order. */
  rearrange(): void {
    this.#source?.rearrange();
  }

  /** Closes every node. */
  collapseAll(): void {
    this.#tree?.collapseAll();
  }

  /** Reads the children of a node anew, or everything. */
  refresh(node: TreeNode | null = null): void {
    this.#source?.refresh(node);
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#tree?.dispose();
    this.#tree = null;
    super.dispose();
  }

  protected override onAfterShow(_message: Message): void {
    this.#mount();
  }

  protected override onAfterAttach(_message: Message): void {
    if (this.isVisible) this.#mount();
  }

  #mount(): void {
    if (this.#tree || this.#mounting) return;
    this.#mounting = true;
    this.#open()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.node.textContent = this.#tracklens.translate('The tree cannot be shown (%1). Reload the page.', reason);
      })
      .finally(() => {
        this.#mounting = false;
      });
  }

  async #open(): Promise<void> {
    const [views, api] = await Promise.all([loadViews(), this.#tracklens.connection.api()]);
    if (this.isDisposed) return;
    const { host, translate } = this.#tracklens;
    this.node.textContent = '';
    this.#source = await this.#options.source(views, api);
    this.#source.setFilter(this.#filter);
    if (this.isDisposed) return;
    this.#tree = views.mountTree(this.node, {
      tree: this.#source,
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
  }
}
