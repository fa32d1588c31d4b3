import { collapseAllIcon, type LabIcon, refreshIcon, SidePanel, ToolbarButton } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import type { Message } from '@lumino/messaging';
import { type TreeNode, treeDefinitions } from '@tracklens/ui/trees';
import { commandIds } from '../command-ids.ts';
import { ConnectionBar } from '../connections/connection-bar.ts';
import { queryIcon, tracklensIcon } from '../icons.ts';
import { cellConnection } from '../notebooks/cell-connection.ts';
import type { ServiceStatus } from '../service/service-status.ts';
import type { Tracklens } from '../tokens.ts';
import { dragCells } from './drag-cells.ts';
import type { LoadFavorites } from './favorites-store.ts';
import { FilterField } from './filter-field.ts';
import { TreeSection } from './tree-section.ts';
import { WelcomeArea } from './welcome-area.ts';

/** Widgets of the sidebar. */
interface SidebarParts {
  readonly sections: readonly TreeSection[];
  readonly filter: FilterField;
  readonly bar: ConnectionBar;
  readonly welcome: WelcomeArea;
}

/** Sidebar with all trees, which share one filter. Its widgets are created when it is first shown. */
export class Sidebar extends SidePanel {
  readonly #tracklens: Tracklens;
  readonly #commands: CommandRegistry;
  readonly #favorites: LoadFavorites;
  #parts: SidebarParts | null = null;
  #shown: string | null = null;

  constructor(tracklens: Tracklens, commands: CommandRegistry, favorites: LoadFavorites) {
    super();
    this.#tracklens = tracklens;
    this.#commands = commands;
    this.#favorites = favorites;
    this.id = 'tracklens-sidebar';
    this.addClass('jp-TracklensSidebar');
    this.title.icon = tracklensIcon;
    this.title.caption = 'Tracklens';
    this.node.tabIndex = -1;
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', 'Tracklens');
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.#checkService();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    if (this.isVisible) this.#checkService();
  }

  /** Moves the focus to the first tree. While none is loaded, it is on the sidebar, from where Tab continues. */
  protected override onActivateRequest(message: Message): void {
    super.onActivateRequest(message);
    if (!this.node.contains(document.activeElement)) this.node.focus({ preventScroll: true });
    if (document.activeElement === this.node) this.#focusTree();
  }

  #focusTree(): void {
    this.#sections.find(({ isVisible }) => isVisible)?.focus();
  }

  /** Sections of the trees; none before the sidebar is first shown. */
  get #sections(): readonly TreeSection[] {
    return this.#parts?.sections ?? [];
  }

  #createParts(): SidebarParts {
    const tracklens = this.#tracklens;
    const { translate } = tracklens;
    const loadFavorites = async () => {
      const [favorites, status] = await Promise.all([this.#favorites(), tracklens.clients.status()]);
      await favorites.select(status);
      return favorites;
    };
    const sections = treeDefinitions.map(
      (definition) =>
        new TreeSection(tracklens, definition, {
          loadFavorites,
          onDrag: (nodes, event) => dragCells(nodes, event, cellConnection(tracklens)),
          onMounted: (tree) => {
            if (definition === treeDefinitions[0] && document.activeElement === this.node) tree.focus();
          },
        }),
    );
    const bar = new ConnectionBar(tracklens, this.#commands);
    const filter = new FilterField({
      short: translate('Filter'),
      label: translate('Filter by name, key, tag, parameter=value, state, script or a query'),
      clearLabel: translate('Clear the filter'),
      onWords: (words) => {
        for (const section of sections) section.setFilter(words);
      },
      onDown: () => this.#focusTree(),
    });
    const welcome = new WelcomeArea(tracklens, () => this.#checkService());
    return { sections, filter, bar, welcome };
  }

  /** Returns the widgets of the sidebar. Creates and adds them when it is first shown. */
  #shownParts(): SidebarParts {
    if (this.#parts !== null) return this.#parts;
    const parts = this.#createParts();
    this.#parts = parts;
    // Hidden trees send no requests; without a service, each would fail.
    this.#showTrees(parts, false);
    for (const widget of [parts.bar, parts.filter, parts.welcome]) this.header.addWidget(widget);
    for (const section of parts.sections) this.addWidget(section);
    this.#addButtons();
    this.#tracklens.clients.onChange((status) => this.#showStatus(parts, status));
    return parts;
  }

  #addButtons(): void {
    const { translate } = this.#tracklens;
    const button = (name: string, icon: LabIcon, tooltip: string, command: string) => {
      const onClick = () => void this.#commands.execute(command);
      this.toolbar.addItem(name, new ToolbarButton({ icon, tooltip, onClick }));
    };
    button('query', queryIcon, translate('Run a query'), commandIds.runQuery);
    button('refresh', refreshIcon, translate('Refresh the trees'), commandIds.refresh);
    button('collapse', collapseAllIcon, translate('Collapse all'), commandIds.collapseAll);
  }

  /** A Jupyter server that does not respond is reported by the trees and in the status bar. */
  #checkService(): void {
    const parts = this.#shownParts();
    this.#tracklens.clients.status().then(
      (status) => this.#showStatus(parts, status),
      () => this.#shown === null && this.#showTrees(parts, true),
    );
  }

  /** Shows the trees of the connection, or the first steps when there is none. */
  #showStatus(parts: SidebarParts, status: ServiceStatus): void {
    parts.bar.showStatus(status);
    void parts.welcome.showStatus(status);
    const shown = status.configured ? `${status.id} ${status.url}` : '';
    const before = this.#shown;
    this.#shown = shown;
    const isOther = before !== null && before !== shown;
    // A focused tree is replaced: the first one that is loaded gets the focus from the sidebar.
    if (isOther && parts.sections.some(({ node }) => node.contains(document.activeElement)))
      this.node.focus({ preventScroll: true });
    // Trees are reloaded only where they are shown.
    if (!status.configured) this.#showTrees(parts, false);
    if (isOther) for (const section of parts.sections) section.reconnect();
    if (!status.configured) return;
    this.#showTrees(parts, true);
    for (const section of parts.sections) section.loadMissing();
  }

  #showTrees({ filter }: SidebarParts, isShown: boolean): void {
    for (const widget of [filter, this.toolbar, this.content]) widget.setHidden(!isShown);
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
    if (this.#parts === null) return;
    this.#checkService();
    if (!this.content.isHidden) for (const section of this.#sections) section.refresh();
  }
}
