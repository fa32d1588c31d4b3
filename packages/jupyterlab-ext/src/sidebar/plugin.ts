import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { ILauncher } from '@jupyterlab/launcher';
import { IStateDB } from '@jupyterlab/statedb';
import { collapseAllIcon } from '@jupyterlab/ui-components';
import type { TreeNode } from '@tracklens/ui';
import { commandIds } from '../command-ids.ts';
import { pathArgument } from '../commands/command-context.ts';
import { tracklensIcon } from '../icons.ts';
import { loadViews } from '../load-views.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { favoritesLoader } from './favorites-store.ts';
import { ISelection, type Selection } from './selection.ts';
import { Sidebar } from './sidebar.ts';

/** Adds the trees to the left area. The context menu items are defined in schema/sidebar.json. */
export const sidebarPlugin: JupyterFrontEndPlugin<Selection> = {
  id: '@tracklens/jupyterlab-ext:sidebar',
  description: 'Experiments, registered models and artifacts in a sidebar.',
  autoStart: true,
  provides: ISelection,
  requires: [ITracklens],
  optional: [ILayoutRestorer, IStateDB, ICommandPalette, ILauncher],
  activate(
    app: JupyterFrontEnd,
    tracklens: Tracklens,
    restorer: ILayoutRestorer | null,
    state: IStateDB | null,
    palette: ICommandPalette | null,
    launcher: ILauncher | null,
  ): Selection {
    const favorites = favoritesLoader(state, loadViews);
    const sidebar = new Sidebar(tracklens, app.commands, favorites);
    const { translate } = tracklens;
    const { showSidebar } = commandIds;
    app.commands.addCommand(showSidebar, {
      label: ({ isLauncher }) => (isLauncher ? translate('Experiments') : translate('Show Experiments')),
      caption: translate('Browse experiments, models and artifacts in the sidebar'),
      icon: tracklensIcon,
      describedBy: pathArgument,
      execute: () => app.shell.activateById(sidebar.id),
    });
    const category = 'Tracklens';
    launcher?.add({ command: showSidebar, category, rank: 0, args: { isLauncher: true } });
    palette?.addItem({ command: showSidebar, category, args: { isPalette: true } });
    app.commands.addCommand(commandIds.collapseAll, {
      label: (args) => (args.isPalette ? translate('Collapse All Experiments') : translate('Collapse All')),
      caption: translate('Collapse all rows of the trees'),
      icon: collapseAllIcon,
      describedBy: { args: { type: 'object', properties: { isPalette: { type: 'boolean' } } } },
      execute: () => sidebar.collapseAll(),
    });
    const pointed = contextMenuRow(app, sidebar);
    // The context menu does not restore the focus when it closes. The focus returns to the tree, unless a dialog
    // opens next.
    let from: HTMLElement | null = null;
    sidebar.node.addEventListener('contextmenu', ({ target }) => {
      from = target instanceof Element ? target.closest<HTMLElement>('[role=tree]') : null;
    });
    app.contextMenu.menu.aboutToClose.connect(() => {
      from?.focus({ preventScroll: true });
      from = null;
    });
    app.shell.add(sidebar, 'left', { rank: 350, type: 'Tracklens' });
    restorer?.add(sidebar, sidebar.id);
    return {
      favorites,
      current: () => pointed() ?? sidebar.selection()[0] ?? null,
      all() {
        const row = pointed();
        const selected = sidebar.selection();
        return row === null || selected.some(({ id }) => id === row.id) ? selected : [row];
      },
      edit: (node, value) => sidebar.edit(node, value),
      rearrange: () => sidebar.rearrange(),
      refresh: () => sidebar.refresh(),
    };
  },
};

/**
 * Returns the row under the context menu while it is open or runs its command; otherwise null. The row is marked while
 * the menu is open, because another one may be selected.
 */
function contextMenuRow({ contextMenu: { menu } }: JupyterFrontEnd, sidebar: Sidebar): () => TreeNode | null {
  let row: HTMLElement | null = null;
  let id: string | undefined;
  // The chosen command runs right after the menu has closed. Shift and a click open the menu of the browser instead.
  const clear = () => {
    setTimeout(() => {
      if (menu.isAttached) return;
      row?.removeAttribute(menuAttribute);
      id = undefined;
    });
  };
  sidebar.node.addEventListener('contextmenu', ({ target }) => {
    row?.removeAttribute(menuAttribute);
    row = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
    row?.setAttribute(menuAttribute, '');
    id = row?.dataset.id;
    clear();
  });
  menu.aboutToClose.connect(clear);
  return () => (id === undefined ? null : sidebar.nodeById(id));
}

/** Attribute of the row whose context menu is open. */
const menuAttribute = 'data-has-menu';
