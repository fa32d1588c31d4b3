import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { ILauncher } from '@jupyterlab/launcher';
import { refreshIcon } from '@jupyterlab/ui-components';
import { commandIds } from '../command-ids.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { type Command, type CommandContext, pathArgument } from './command-context.ts';
import { withIcon } from './command-icons.ts';
import { copyKey } from './copy-commands.ts';
import { openExperiment, openInBrowser, openInNewPanel, openProject, openSelected } from './open-commands.ts';

/** Commands in the palette. The other commands need a row. */
const inPalette = [
  commandIds.compare,
  commandIds.openExperiment,
  commandIds.openProject,
  commandIds.runQuery,
  commandIds.refresh,
  commandIds.collapseAll,
  commandIds.insertCell,
];

/** Registers the commands on experiments and projects for the palette and the context menu of the trees. */
export const commandsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:commands',
  description: 'Commands that open, find and copy experiments and projects.',
  autoStart: true,
  requires: [ITracklens],
  optional: [ICommandPalette, ISelection, ILauncher],
  activate(
    app: JupyterFrontEnd,
    tracklens: Tracklens,
    palette: ICommandPalette | null,
    selection: Selection | null,
    launcher: ILauncher | null,
  ) {
    const context: CommandContext = { tracklens, selection };
    const made: Record<string, Command> = {
      [commandIds.openExperiment]: openExperiment(context),
      [commandIds.openProject]: openProject(context),
      [commandIds.openSelected]: openSelected(context),
      [commandIds.openInNewPanel]: openInNewPanel(context),
      [commandIds.openInBrowser]: openInBrowser(context),
      [commandIds.copyKey]: copyKey(context),
      [commandIds.refresh]: refresh(context),
    };
    for (const [id, command] of Object.entries(made)) app.commands.addCommand(id, withIcon(id, command));
    const category = 'Tracklens';
    launcher?.add({ command: commandIds.runQuery, category, rank: 1, args: { isLauncher: true } });
    for (const command of inPalette) palette?.addItem({ command, category, args: { isPalette: true } });
  },
};

function refresh({ tracklens: { translate }, selection }: CommandContext): Command {
  return {
    label: ({ isPalette }) => (isPalette ? translate('Refresh Experiments') : translate('Refresh')),
    caption: translate('Refresh the trees'),
    icon: refreshIcon,
    describedBy: pathArgument,
    execute: () => selection?.refresh(),
  };
}
