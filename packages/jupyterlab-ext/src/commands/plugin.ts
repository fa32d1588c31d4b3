import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { Clipboard, ICommandPalette, InputDialog } from '@jupyterlab/apputils';
import { ILauncher } from '@jupyterlab/launcher';
import { refreshIcon } from '@jupyterlab/ui-components';
import type { Target } from '@tracklens/core/display';
import { commandIds } from '../command-ids.ts';
import { tracklensIcon } from '../icons.ts';
import { readOpenArguments } from '../panels/open-arguments.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { addressOf } from './page-address.ts';

/** What the palette offers; the rest belongs to rows and asks for one. */
const inPalette = [
  commandIds.showSidebar,
  commandIds.compare,
  commandIds.openExperiment,
  commandIds.openProject,
  commandIds.runQuery,
  commandIds.refresh,
  commandIds.collapseAll,
  commandIds.insertCell,
];

/** Commands on experiments and projects, for the palette and the context menu of the trees. */
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
    app.commands.addCommand(commandIds.showSidebar, {
      label: (args) => (args.isLauncher ? tracklens.translate('Experiments') : tracklens.translate('Show Experiments')),
      caption: tracklens.translate('Browse experiments, models and artifacts in the sidebar'),
      icon: tracklensIcon,
      describedBy: { args: { type: 'object', properties: { isLauncher: { type: 'boolean' } } } },
      execute: () => app.shell.activateById('tracklens-sidebar'),
    });
    for (const [rank, command] of [commandIds.showSidebar, commandIds.runQuery].entries())
      launcher?.add({ command, category: 'Tracklens', rank, args: { isLauncher: true } });
    addCommands(app, tracklens, selection);
    for (const command of inPalette) palette?.addItem({ command, category: 'Tracklens', args: { isPalette: true } });
  },
};

function addCommands(
  { commands }: JupyterFrontEnd,
  { translate, host, connection }: Tracklens,
  selection: Selection | null,
) {
  const chosen = (args: Parameters<typeof readOpenArguments>[0]): Target | null =>
    readOpenArguments(args)?.target ?? selection?.current()?.target ?? null;
  const targetArgument = { args: { type: 'object', properties: { target: { type: 'object' } } } } as const;
  const textArguments = (...names: string[]) => ({
    args: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])) },
  });

  commands.addCommand(commandIds.openExperiment, {
    label: translate('Open Experiment…'),
    caption: translate('Open an experiment by its key'),
    describedBy: textArguments('experimentKey') as never,
    execute: async (args) => {
      const key =
        typeof args.experimentKey === 'string'
          ? args.experimentKey
          : (
              await InputDialog.getText({
                title: translate('Open Experiment'),
                label: translate('Experiment key'),
                okLabel: translate('Open'),
              })
            ).value;
      if (!key?.trim()) return;
      const read = readOpenArguments({ target: { kind: 'experiment', experimentKey: lastSegment(key) } });
      if (read) host.open(read.target, { newPanel: false, activate: true });
      else
        host.report({
          message: translate('"%1" is not an experiment key.', key),
          remedy: translate('A key has letters and digits only.'),
        });
    },
  });
  commands.addCommand(commandIds.openProject, {
    label: translate('Open Project…'),
    caption: translate('Open a project by workspace and name'),
    describedBy: textArguments('workspace', 'projectName') as never,
    execute: async (args) => {
      const given =
        typeof args.workspace === 'string' && typeof args.projectName === 'string'
          ? `${args.workspace}/${args.projectName}`
          : (
              await InputDialog.getText({
                title: translate('Open Project'),
                label: translate('Workspace / project'),
                placeholder: 'workspace/project',
                okLabel: translate('Open'),
              })
            ).value;
      if (!given?.trim()) return;
      const [workspace, projectName] = parted(given);
      if (workspace && projectName)
        host.open({ kind: 'project', workspace, projectName }, { newPanel: false, activate: true });
      else
        host.report({
          message: translate('"%1" does not name a project.', given),
          remedy: translate('Write workspace/project.'),
        });
    },
  });
  for (const [id, label, newPanel] of [
    [commandIds.openSelected, translate('Open'), false],
    [commandIds.openInNewPanel, translate('Open in New Panel'), true],
  ] as const)
    commands.addCommand(id, {
      label,
      describedBy: targetArgument,
      execute: (args) => {
        const target = chosen(args);
        if (target) host.open(target, { newPanel, activate: true });
      },
    });
  commands.addCommand(commandIds.refresh, {
    // The palette shows no category beside what was searched for.
    label: (args) => (args.isPalette ? translate('Refresh Experiments') : translate('Refresh')),
    caption: translate('Read the trees anew'),
    icon: refreshIcon,
    describedBy: { args: { type: 'object', properties: { isPalette: { type: 'boolean' } } } },
    execute: () => selection?.refresh(),
  });
  commands.addCommand(commandIds.copyKey, {
    label: translate('Copy Key'),
    caption: translate('Copy the experiment key'),
    describedBy: targetArgument,
    execute: (args) => {
      const target = chosen(args);
      if (target?.kind === 'experiment') Clipboard.copyToSystem(target.experimentKey);
    },
  });
  commands.addCommand(commandIds.openInBrowser, {
    label: translate('Open in Browser'),
    caption: translate('Open the page on the service'),
    describedBy: targetArgument,
    execute: async () => {
      const node = selection?.current() ?? null;
      const status = await connection.status();
      if (!status.configured) {
        host.report(status);
        return;
      }
      host.openExternal((node && addressOf(status.url, node)) ?? status.url);
    },
  });
}

/** The key at the end of a path or an address, as people paste them. */
function lastSegment(text: string): string {
  return text.trim().split(/[?#]/)[0]!.replace(/\/+$/, '').split('/').at(-1)!;
}

/** Workspace and project of `workspace/project`, or of an address that ends so. */
function parted(text: string): readonly (string | undefined)[] {
  return text
    .trim()
    .replace(/^https?:\/\/[^/]+\//, '')
    .split(/[?#]/)[0]!
    .split('/')
    .map((part) => part.trim());
}
