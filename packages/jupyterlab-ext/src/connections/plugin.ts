import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette, WidgetTracker } from '@jupyterlab/apputils';
import { IFormRendererRegistry, settingsIcon } from '@jupyterlab/ui-components';
import { createElement } from 'react';
import { commandIds } from '../command-ids.ts';
import { withIcon } from '../commands/command-icons.ts';
import { panelArea } from '../panels/panel-area.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { connectionCommands } from './commands.ts';
import type { ConnectionsPage } from './connections-page.ts';

/** Commands in the palette. The others act on a connection of a menu or of the list of connections. */
const inPalette = [
  commandIds.signIn,
  commandIds.signOut,
  commandIds.startLocalService,
  commandIds.stopLocalService,
  commandIds.startDemo,
  commandIds.manageConnections,
  commandIds.howToLog,
];

/**
 * Registers the commands on connections, their list, which is restored after a reload, and the button of the settings
 * editor that opens it.
 */
export const connectionsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:connections',
  description: 'Signs in to services, starts local ones and switches between them.',
  autoStart: true,
  requires: [ITracklens],
  optional: [ICommandPalette, IFormRendererRegistry, ILayoutRestorer],
  activate(
    app: JupyterFrontEnd,
    tracklens: Tracklens,
    palette: ICommandPalette | null,
    renderers: IFormRendererRegistry | null,
    restorer: ILayoutRestorer | null,
  ) {
    const { commands, shell } = app;
    const { translate } = tracklens;
    const tracker = new WidgetTracker<ConnectionsPage>({ namespace: 'tracklens-connections' });
    for (const [id, command] of Object.entries(connectionCommands(tracklens)))
      commands.addCommand(id, withIcon(id, command));
    commands.addCommand(commandIds.manageConnections, {
      label: translate('Connections…'),
      caption: translate('List the connections, switch, rename and sign out'),
      icon: settingsIcon,
      describedBy: { args: { type: 'object', properties: { activate: { type: 'boolean' } } } },
      async execute({ activate }) {
        const { ConnectionsPage } = await import('./connections-page.ts');
        let page = tracker.find(() => true);
        if (page === undefined) {
          page = new ConnectionsPage(tracklens, commands);
          void tracker.add(page);
          shell.add(page, panelArea(app), { activate: false });
        }
        if (activate !== false) shell.activateById(page.id);
      },
    });
    void restorer?.restore(tracker, {
      command: commandIds.manageConnections,
      name: ({ id }) => id,
      args: () => ({ activate: false }),
    });
    for (const command of inPalette) palette?.addItem({ command, category: 'Tracklens' });
    // Connections contain keys, so they are not settings: the settings editor has a button in their place.
    renderers?.addRenderer('@tracklens/jupyterlab-ext:plugin.connections', {
      fieldRenderer: () =>
        createElement(
          'div',
          { className: 'jp-TracklensSettings' },
          createElement('h3', null, translate('Connections')),
          createElement('p', null, translate('The Jupyter server stores them with their keys; they are not settings.')),
          createElement(
            'button',
            {
              type: 'button',
              className: 'jp-mod-styled',
              onClick: () => void commands.execute(commandIds.manageConnections),
            },
            translate('Connections…'),
          ),
        ),
    });
  },
};
