import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { INotebookTracker, NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import { notebookIcon } from '@jupyterlab/ui-components';
import { displayCell } from '@tracklens/core/display';
import { commandIds } from '../command-ids.ts';
import { chosenTargets, targetArgument } from '../commands/command-context.ts';
import { readOpenArguments } from '../panels/open-arguments.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { cellConnection } from './cell-connection.ts';

/** Registers the command that inserts a cell for each selected row, which displays it. */
export const notebookPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:notebooks',
  description: 'Inserts display cells into the notebook.',
  autoStart: true,
  requires: [ITracklens],
  optional: [INotebookTracker, ISelection],
  activate(
    app: JupyterFrontEnd,
    tracklens: Tracklens,
    notebooks: INotebookTracker | null,
    selection: Selection | null,
  ) {
    if (notebooks === null) return;
    const { translate, host } = tracklens;
    app.commands.addCommand(commandIds.insertCell, {
      label: translate('Insert Display Cell'),
      caption: translate('Insert and run a cell that displays this in the current notebook'),
      icon: notebookIcon,
      describedBy: targetArgument,
      isEnabled: () => notebooks.currentWidget !== null,
      execute: async (args) => {
        const panel = notebooks.currentWidget;
        // Python displays every kind of target that a cell can display.
        const targets = (await chosenTargets({ selection }, args)).filter((target) => displayCell(target, 'python'));
        if (panel === null || targets.length === 0) {
          host.report({
            message: translate('No cell was inserted.'),
            remedy: translate('Open a notebook and choose an experiment or a project in the Tracklens sidebar.'),
          });
          return;
        }
        const connection = await cellConnection(tracklens, (await readOpenArguments(args))?.connection);
        const language = await languageOf(panel);
        const sources = targets.flatMap((target) => displayCell(target, language, connection) ?? []);
        if (sources.length === 0) {
          host.report({ message: translate('This cannot be displayed in the language of the notebook.') });
          return;
        }
        // A cell does not wait until the one before it has run.
        const runs = sources.map((source) => {
          NotebookActions.insertBelow(panel.content);
          panel.content.activeCell?.model.sharedModel.setSource(source);
          return NotebookActions.run(panel.content, panel.sessionContext);
        });
        await Promise.all(runs);
      },
    });
  },
};

/** Returns the kernel language. Waits until the kernel is ready, because a cell that is sent earlier is lost. */
async function languageOf(panel: NotebookPanel): Promise<string> {
  await panel.sessionContext.ready;
  const info = await panel.sessionContext.session?.kernel?.info;
  return info?.language_info.name ?? panel.content.model?.defaultKernelLanguage ?? 'python';
}
