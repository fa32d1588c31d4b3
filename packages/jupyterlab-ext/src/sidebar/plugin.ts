import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { ISelection, type Selection } from './selection.ts';
import { Sidebar } from './sidebar.ts';

/** The two trees in the left area. The items of their context menu stand in schema/sidebar.json. */
export const sidebarPlugin: JupyterFrontEndPlugin<Selection> = {
  id: '@tracklens/jupyterlab-ext:sidebar',
  description: 'Workspaces, projects, experiments and registered models in a sidebar.',
  autoStart: true,
  provides: ISelection,
  requires: [ITracklens],
  optional: [ILayoutRestorer],
  activate(app: JupyterFrontEnd, tracklens: Tracklens, restorer: ILayoutRestorer | null): Selection {
    const sidebar = new Sidebar(tracklens, app.commands);
    app.shell.add(sidebar, 'left', { rank: 350, type: 'Tracklens' });
    restorer?.add(sidebar, sidebar.id);
    return {
      current() {
        const row = app.contextMenuHitTest(
          (element) => sidebar.node.contains(element) && element.dataset.id !== undefined,
        );
        const pointed = row?.dataset.id === undefined ? null : sidebar.nodeById(row.dataset.id);
        return pointed ?? sidebar.selection()[0] ?? null;
      },
      refresh: () => sidebar.refresh(),
    };
  },
};
