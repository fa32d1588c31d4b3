import {
  addIcon,
  bellIcon,
  copyIcon,
  deleteIcon,
  downloadIcon,
  editIcon,
  filterListIcon,
  folderIcon,
  type LabIcon,
  launchIcon,
  linkIcon,
  listIcon,
  runIcon,
  saveIcon,
  stopIcon,
  tableRowsIcon,
} from '@jupyterlab/ui-components';
import type { ManageDefinition } from '@tracklens/ui/manage';
import { commandIds } from '../command-ids.ts';
import { compareIcon, starIcon, tracklensIcon } from '../icons.ts';
import type { Command } from './command-context.ts';

/** Icons of the commands that do not set their own. */
const icons: Readonly<Record<string, LabIcon>> = {
  [commandIds.openSelected]: tracklensIcon,
  [commandIds.openInNewPanel]: addIcon,
  [commandIds.openExperiment]: tracklensIcon,
  [commandIds.openProject]: tableRowsIcon,
  [commandIds.openInBrowser]: launchIcon,
  [commandIds.openSource]: tracklensIcon,
  [commandIds.copyKey]: copyIcon,
  [commandIds.notifyWhenEnded]: bellIcon,
  [commandIds.copyName]: copyIcon,
  [commandIds.copyUrl]: linkIcon,
  [commandIds.compare]: compareIcon,
  [commandIds.star]: starIcon,
  [commandIds.unstar]: starIcon,
  [commandIds.sort]: filterListIcon,
  [commandIds.group]: tableRowsIcon,
  [commandIds.saveSearch]: saveIcon,
  [commandIds.deleteSearch]: deleteIcon,
  [commandIds.download]: downloadIcon,
  [commandIds.downloadToFolder]: folderIcon,
  [commandIds.showVersions]: listIcon,
  [commandIds.editConnection]: editIcon,
  [commandIds.signOut]: deleteIcon,
  [commandIds.startDemo]: runIcon,
};

/** Returns a command with its icon, which menus, the palette and toolbars show. */
export function withIcon(id: string, command: Command): Command {
  const icon = icons[id];
  return icon === undefined ? command : { icon, ...command };
}

/** Returns the icon of a command that changes something on the service. */
export function manageIcon({ id, group }: ManageDefinition): LabIcon {
  if (id === 'stop-experiments') return stopIcon;
  if (id === 'archive-experiments') return folderIcon;
  return { create: addIcon, change: editIcon, remove: deleteIcon }[group];
}
