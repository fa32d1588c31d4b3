import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { URLExt } from '@jupyterlab/coreutils';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { IDefaultFileBrowser } from '@jupyterlab/filebrowser';
import { commandIds } from '../command-ids.ts';
import { noArguments, reporting } from '../commands/command-context.ts';
import { withIcon } from '../commands/command-icons.ts';
import { ISelection, type Selection } from '../sidebar/selection.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import type { RegistryContext } from './registry-context.ts';
import { openSource, showVersions, sourceOf } from './version-source.ts';

/** Command on the selected row. */
interface Command {
  readonly id: string;
  readonly label: string;
  readonly caption: string;
  execute(context: RegistryContext): Promise<void>;
  readonly isVisible?: () => boolean;
}

/** Registers the commands that download model and artifact versions and find their experiments. */
export const registryPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:registry',
  description: 'Downloads versions of registered models and artifacts, and finds their experiments.',
  autoStart: true,
  requires: [ITracklens, ISelection],
  optional: [IDocumentManager, IDefaultFileBrowser],
  activate(
    { commands, serviceManager }: JupyterFrontEnd,
    tracklens: Tracklens,
    selection: Selection,
    documents: IDocumentManager | null,
    fileBrowser: IDefaultFileBrowser | null,
  ) {
    const { translate } = tracklens;
    const add = ({ id, label, caption, execute, isVisible = () => true }: Command) =>
      commands.addCommand(
        id,
        withIcon(id, {
          label,
          caption,
          describedBy: noArguments,
          isVisible,
          execute: () => reporting(tracklens, () => execute({ tracklens, selection })),
        }),
      );
    for (const command of versionCommands({ tracklens, selection })) add(command);
    if (documents === null) return;
    const { contents, serverSettings } = serviceManager;
    const pageOf = (folder: string) => URLExt.join(serverSettings.baseUrl, 'tree', URLExt.encodeParts(folder));
    add({
      id: commandIds.downloadToFolder,
      label: translate('Download to Jupyter Folder…'),
      caption: translate('Download into a folder of the Jupyter server, for kernels to read'),
      async execute() {
        const node = selection.current();
        const current = fileBrowser?.model.path ?? '';
        if (node === null) return;
        const { downloadToFolder } = await import('./folder-downloads.ts');
        await downloadToFolder(tracklens, { documents, contents, commands, current, pageOf }, node);
      },
    });
  },
};

function versionCommands({ tracklens, selection }: RegistryContext): readonly Command[] {
  const { translate } = tracklens;
  return [
    {
      id: commandIds.download,
      label: translate('Download'),
      caption: translate('Download to the machine of the browser'),
      async execute() {
        const node = selection.current();
        if (node === null) return;
        const { downloadVersion } = await import('./downloads.ts');
        await downloadVersion(tracklens, node);
      },
    },
    {
      id: commandIds.openSource,
      label: translate('Open Source Experiment'),
      caption: translate('Open the experiment that made this version'),
      execute: openSource,
      isVisible: () => sourceOf(selection) !== undefined,
    },
    {
      id: commandIds.showVersions,
      label: translate('Show Registered Versions'),
      caption: translate('Find the registered versions that this experiment made'),
      execute: showVersions,
    },
  ];
}
