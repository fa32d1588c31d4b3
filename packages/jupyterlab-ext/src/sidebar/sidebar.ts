import { collapseAllIcon, type LabIcon, refreshIcon, SidePanel, ToolbarButton } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import type { Message } from '@lumino/messaging';
import { type TreeNode, treeDefinitions } from '@tracklens/ui/trees';
import { commandIds } from '../command-ids.ts';
import { queryIcon, tracklensIcon } from '../icons.ts';
import type { Views } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { dragCells } from './drag-cells.ts';
import type { FavoritesStore } from './favorites-store.ts';
import { FilterField } from './filter-field.ts';
import { TreeSection } from './tree-section.ts';
import { Welcome } from './welcome.ts';

/** Sidebar with all trees, which share one filter. */
export class Sidebar extends SidePanel {
  readonly #sections: readonly TreeSection[];
  readonly #welcome: Welcome;

  constructor(tracklens: Tracklens, commands: CommandRegistry, favorites: FavoritesStore) {
    super();
    const { translate } = tracklens;
    this.id = 'tracklens-sidebar';
    this.addClass('jp-TracklensSidebar');
    this.title.icon = tracklensIcon;
    this.title.caption = 'Tracklens';
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', 'Tracklens');
    const loadFavorites = async (views: Views) => {
      const status = await tracklens.connection.status();
      await favorites.load(status.configured ? status.url : '', views);
      return favorites;
    };
    this.#sections = treeDefinitions.map(
      (definition) => new TreeSection(tracklens, definition, { loadFavorites, onDrag: dragCells }),
    );
    this.header.addWidget(
      new FilterField({
        short: translate('Filter'),
        label: translate('Filter by name, state, script or key'),
        onWords: (words) => {
          for (const section of this.#sections) section.setFilter(words);
        },
      }),
    );
    this.#welcome = new Welcome(tracklens, () => this.refresh());
    this.header.addWidget(this.#welcome);
    for (const section of this.#sections) this.addWidget(section);
    const button = (name: string, icon: LabIcon, tooltip: string, command: string) =>
      this.toolbar.addItem(name, new ToolbarButton({ icon, tooltip, onClick: () => void commands.execute(command) }));
    button('query', queryIcon, translate('Run a query'), commandIds.runQuery);
    button('refresh', refreshIcon, translate('Refresh the trees'), commandIds.refresh);
    button('collapse', collapseAllIcon, translate('Collapse all'), commandIds.collapseAll);
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.#checkService();
  }

  /** A Jupyter server that does not respond is reported by the trees and in the status bar. */
  #checkService(): void {
    void this.#welcome.checkService().catch(() => {});
  }

  /** Returns the node with an id; null when no tree has loaded it. */
  nodeById(id: string): TreeNode | null {
    for (const section of this.#sections) {
      const node = section.nodeById(id);
      if (node) return node;
    }
    return null;
  }

  /** Returns the selected nodes of the focused tree, or else of the first tree with a selection. */
  selection(): readonly TreeNode[] {
    const focused = this.#sections.find((section) => section.node.contains(document.activeElement));
    if (focused) return focused.selection();
    return this.#sections.map((section) => section.selection()).find((nodes) => nodes.length > 0) ?? [];
  }

  /** Collapses all nodes of all trees. */
  collapseAll(): void {
    for (const section of this.#sections) section.collapseAll();
  }

  /** Reorders the rows without a reload. */
  rearrange(): void {
    for (const section of this.#sections) section.rearrange();
  }

  /** Reloads all trees, and offers to start a service if there is none. */
  refresh(): void {
    this.#checkService();
    for (const section of this.#sections) section.refresh();
  }
}
