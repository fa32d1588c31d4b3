import { collapseAllIcon, type LabIcon, refreshIcon, SidePanel, ToolbarButton } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import type { Message } from '@lumino/messaging';
import { type TreeNode, treeDefinitions } from '@tracklens/ui/trees';
import { commandIds } from '../command-ids.ts';
import type { ServiceStatus } from '../connection/connection.ts';
import { ConnectionBar } from '../connections/connection-bar.ts';
import { queryIcon, tracklensIcon } from '../icons.ts';
import type { Views } from '../load-views.ts';
import { cellConnection } from '../notebooks/cell-connection.ts';
import type { Tracklens } from '../tokens.ts';
import { dragCells } from './drag-cells.ts';
import type { FavoritesStore } from './favorites-store.ts';
import { FilterField } from './filter-field.ts';
import { TreeSection } from './tree-section.ts';
import { WelcomeArea } from './welcome-area.ts';

/** Sidebar with all trees, which share one filter. */
export class Sidebar extends SidePanel {
  readonly #sections: readonly TreeSection[];
  readonly #filter: FilterField;
  readonly #bar: ConnectionBar;
  readonly #welcome: WelcomeArea;
  readonly #tracklens: Tracklens;
  #shown: string | null = null;

  constructor(tracklens: Tracklens, commands: CommandRegistry, favorites: FavoritesStore) {
    super();
    this.#tracklens = tracklens;
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
      (definition) =>
        new TreeSection(tracklens, definition, {
          loadFavorites,
          onDrag: (nodes, event) => dragCells(nodes, event, cellConnection(tracklens)),
        }),
    );
    this.#bar = new ConnectionBar(tracklens, commands);
    this.#filter = new FilterField({
      short: translate('Filter'),
      label: translate('Filter by name, key, tag, parameter=value, state, script or a query'),
      clearLabel: translate('Clear the filter'),
      onWords: (words) => {
        for (const section of this.#sections) section.setFilter(words);
      },
    });
    this.#welcome = new WelcomeArea(tracklens, () => this.#checkService());
    for (const widget of [this.#bar, this.#filter, this.#welcome]) this.header.addWidget(widget);
    tracklens.connection.onChange((status) => this.#showStatus(status));
    for (const section of this.#sections) this.addWidget(section);
    // Hidden trees send no requests; without a service, each would fail.
    this.#showTrees(false);
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

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    if (this.isVisible) this.#checkService();
  }

  /** A Jupyter server that does not respond is reported by the trees and in the status bar. */
  #checkService(): void {
    this.#tracklens.connection.status().then(
      (status) => this.#showStatus(status),
      () => this.#shown === null && this.#showTrees(true),
    );
  }

  /** Shows the trees of the connection, or the first steps when there is none. */
  #showStatus(status: ServiceStatus): void {
    this.#bar.showStatus(status);
    void this.#welcome.showStatus(status);
    const shown = status.configured ? `${status.id} ${status.url}` : '';
    const before = this.#shown;
    this.#shown = shown;
    // Trees are reloaded only where they are shown.
    if (!status.configured) this.#showTrees(false);
    if (before !== null && before !== shown) for (const section of this.#sections) section.reconnect();
    if (status.configured) this.#showTrees(true);
  }

  #showTrees(isShown: boolean): void {
    for (const widget of [this.#filter, this.toolbar, this.content]) widget.setHidden(!isShown);
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

  /** Lets the user edit the name of a row in its place. Null if the row is not on the screen. */
  edit(node: TreeNode, value: string): Promise<string | null> | null {
    return this.#sections.find((section) => section.nodeById(node.id) !== null)?.edit(node, value) ?? null;
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
    if (!this.content.isHidden) for (const section of this.#sections) section.refresh();
  }
}
