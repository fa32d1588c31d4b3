import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { IFormRendererRegistry, settingsIcon } from '@jupyterlab/ui-components';
import { createElement } from 'react';
import { commandIds } from '../command-ids.ts';
import { noArguments } from '../commands/command-context.ts';
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

/** Registers the commands on connections, their list, and the button of the settings editor that opens it. */
export const connectionsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:connections',
  description: 'Signs in to services, starts local ones and switches between them.',
  autoStart: true,
  requires: [ITracklens],
  optional: [ICommandPalette, IFormRendererRegistry],
  activate(
    app: JupyterFrontEnd,
    tracklens: Tracklens,
    palette: ICommandPalette | null,
    renderers: IFormRendererRegistry | null,
  ) {
    const { commands, shell } = app;
    const { translate } = tracklens;
    let page: ConnectionsPage | null = null;
    for (const [id, command] of Object.entries(connectionCommands(tracklens)))
      commands.addCommand(id, withIcon(id, command));
    commands.addCommand(commandIds.manageConnections, {
      label: translate('Connections…'),
      caption: translate('List the connections, switch, rename and sign out'),
      icon: settingsIcon,
      describedBy: noArguments,
      async execute() {
        const { ConnectionsPage } = await import('./connections-page.ts');
        if (page === null || page.isDisposed) {
          page = new ConnectionsPage(tracklens, commands);
          shell.add(page, panelArea(app));
        }
        shell.activateById(page.id);
      },
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
