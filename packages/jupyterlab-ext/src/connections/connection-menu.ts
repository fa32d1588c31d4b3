import { MenuSvg } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import { commandIds } from '../command-ids.ts';
import type { ConnectionList } from './connection-list.ts';

/** Returns the menu that switches between the connections, and adds or removes one. */
export function connectionMenu(commands: CommandRegistry, list: ConnectionList): MenuSvg {
  const menu = new MenuSvg({ commands });
  const { useConnection, editConnection, signIn, signOut, startLocalService, startDemo, howToLog, manageConnections } =
    commandIds;
  for (const { id, name, color } of list.connections) {
    menu.addItem({ command: useConnection, args: { id, name, color, active: id === list.active } });
  }
  if (list.configured !== null) {
    const name = new URL(list.configured.url).host;
    menu.addItem({ command: useConnection, args: { id: null, name, active: list.active === null } });
  }
  menu.addItem({ type: 'separator' });
  for (const command of [signIn, startLocalService, startDemo]) menu.addItem({ command });
  menu.addItem({ type: 'separator' });
  const active = list.connections.find(({ id }) => id === list.active);
  if (active !== undefined) {
    const { id, name, dataFolder } = active;
    menu.addItem({ command: editConnection, args: { id, name } });
    menu.addItem({ command: signOut, args: { id, name, isLocal: dataFolder !== undefined } });
  }
  menu.addItem({ command: manageConnections });
  menu.addItem({ type: 'separator' });
  menu.addItem({ command: howToLog });
  return menu;
}
