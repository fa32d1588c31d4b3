import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { INotebookTracker, type NotebookPanel } from '@jupyterlab/notebook';
import { CommandToolbarButton } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import { commandIds } from '../command-ids.ts';
import { noArguments } from '../commands/command-context.ts';
import { compareIcon, tracklensIcon } from '../icons.ts';
import { openArgumentsSchema, readOpenArguments } from '../panels/open-arguments.ts';
import { openOnService } from '../service/output-connection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import type { OpenRuns } from './cell-marks.ts';

/** Name of the button in the toolbar of notebooks. */
const buttonName = 'tracklens-runs';

/** Marks the cells that logged runs, and registers the commands on the runs of a notebook. */
export const notebookRunsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:notebook-runs',
  description: 'Marks the cells that logged runs, and lists the runs of a notebook.',
  autoStart: true,
  requires: [ITracklens, INotebookTracker],
  optional: [ICommandPalette],
  activate(
    { commands }: JupyterFrontEnd,
    tracklens: Tracklens,
    notebooks: INotebookTracker,
    palette: ICommandPalette | null,
  ) {
    const openRuns = menuOpener(tracklens, commands);
    const { translate, host } = tracklens;
    const mark = (panel: NotebookPanel) =>
      void import('./cell-marks.ts').then(
        ({ markCells }) => panel.isDisposed || markCells(panel, tracklens, openRuns, runsButton(panel, commands)),
        (error: unknown) => host.report({ message: String(error) }),
      );
    notebooks.forEach(mark);
    notebooks.widgetAdded.connect((_tracker, panel) => mark(panel));
    addRunCommands(tracklens, commands);
    commands.addCommand(commandIds.notebookRuns, {
      label: translate('Runs of This Notebook'),
      caption: translate('Open, compare or display the runs that the cells of this notebook logged'),
      icon: tracklensIcon,
      describedBy: noArguments,
      isEnabled: () => notebooks.currentWidget !== null,
      async execute() {
        const panel = notebooks.currentWidget;
        if (panel === null) return;
        const { runsOfNotebook } = await import('./cell-marks.ts');
        const runs = runsOfNotebook(panel);
        if (runs.length > 0) return openRuns(runs, toolbarButton(panel));
        host.report({
          message: translate('No cell of this notebook has logged a run.'),
          remedy: translate('A run is found by the address that comet_ml prints when it starts.'),
        });
      },
    });
    palette?.addItem({ command: commandIds.notebookRuns, category: 'Tracklens' });
  },
};

/**
 * Returns a function that shows or removes the button in the toolbar of a notebook. It is no toolbar item of the
 * settings schema, because notebooks without runs have no button, and a hidden one takes part in the layout.
 */
function runsButton({ toolbar }: NotebookPanel, commands: CommandRegistry): (shown: boolean) => void {
  let button: CommandToolbarButton | null = null;
  return (shown) => {
    if (!shown) {
      button?.dispose();
      button = null;
    } else if (button === null || button.parent === null) {
      // The toolbar removes all its items when the settings change.
      button ??= new CommandToolbarButton({ commands, id: commandIds.notebookRuns, label: '' });
      toolbar.insertBefore('spacer', buttonName, button);
    }
  };
}

/** Returns the button of the toolbar; the toolbar itself if the button is in the menu of a narrow toolbar. */
function toolbarButton({ toolbar }: NotebookPanel): HTMLElement {
  return toolbar.node.querySelector<HTMLElement>(`[data-jp-item-name="${buttonName}"]`) ?? toolbar.node;
}

function menuOpener(tracklens: Tracklens, commands: CommandRegistry): OpenRuns {
  let isOpening = false;
  return (runs, below) => {
    if (isOpening) return;
    isOpening = true;
    import('./runs-menu.ts')
      .then(({ runsMenu }) => runsMenu(tracklens, commands, runs))
      .then(
        (menu) => {
          const { left, bottom } = below.getBoundingClientRect();
          menu.aboutToClose.connect(() => {
            (below.querySelector('button') ?? below).focus({ preventScroll: true });
            // The chosen command runs after the menu has closed.
            setTimeout(() => menu.dispose());
          });
          menu.open(left, bottom);
        },
        (error: unknown) => tracklens.host.report({ message: String(error) }),
      )
      .finally(() => {
        isOpening = false;
      });
  };
}

function addRunCommands(tracklens: Tracklens, commands: CommandRegistry): void {
  const { translate } = tracklens;
  const service = { type: 'string', description: 'Address of the service of the target, without a connection to it.' };
  const args = { ...openArgumentsSchema, properties: { ...openArgumentsSchema.properties, service } } as const;
  const open = (given: ReadonlyPartialJSONObject) =>
    typeof given.service === 'string'
      ? openRun(tracklens, given.service, given)
      : commands.execute(commandIds.open, given);
  commands.addCommand(commandIds.openRun, {
    label: ({ name }) => (typeof name === 'string' ? translate('Open “%1”', name) : translate('Open Run')),
    caption: translate('Open this run in a panel'),
    icon: tracklensIcon,
    describedBy: { args },
    execute: open,
  });
  commands.addCommand(commandIds.compareRuns, {
    label: ({ count }) => (typeof count === 'number' ? translate('Compare %1 Runs', count) : translate('Compare Runs')),
    caption: translate('Compare these runs in the view of their project'),
    icon: compareIcon,
    describedBy: { args },
    execute: open,
  });
  commands.addCommand(commandIds.displayRun, {
    label: ({ name }) =>
      typeof name === 'string' ? translate('Display “%1” in a New Cell', name) : translate('Display Run in a New Cell'),
    caption: translate('Insert and run a cell that displays this run'),
    icon: tracklensIcon,
    describedBy: { args },
    execute: (given) => commands.execute(commandIds.insertCell, given),
  });
}

/** Opens what a command names on a service; reports when there is no connection to it. */
async function openRun(tracklens: Tracklens, service: string, given: ReadonlyPartialJSONObject): Promise<void> {
  const read = await readOpenArguments(given);
  if (read === null) return;
  await openOnService(tracklens, service, read.target, { newPanel: false, activate: true, state: read.state });
}
