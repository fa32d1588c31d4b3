import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { showInformation } from '../messages.ts';
import { withProgress } from '../progress.ts';
import type { Services } from '../services.ts';
import { countedText } from '../translate.ts';
import { reloadTrees } from '../trees/reload-trees.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { withoutIcons } from '../without-icons.ts';
import { dropConnection } from './connect.ts';
import type { OwnService } from './own-service.ts';

type Started = Pick<Services, 'connections' | 'trees'>;

/** Name of the data folder in the home folder or in a workspace folder. */
const folderName = '.tracklens';

/** Starts the demo service and shows its experiments. */
export async function startDemo(services: Services): Promise<void> {
  const folder = vscode.Uri.joinPath(services.context.globalStorageUri, 'demo').fsPath;
  await start(services, services.demo, folder, vscode.l10n.t('Starting the demo service…'));
}

/** Stops the demo service and returns to the previously configured service. */
export async function stopDemo(services: Pick<Services, 'connections' | 'demo' | 'trees'>): Promise<void> {
  if (services.demo.folder === null)
    throw new UnmetCondition(vscode.l10n.t('This window does not use the demo service.'));
  await stop(services, services.demo);
}

/** Prompts for a data folder, starts the local service and shows its experiments. */
export async function startLocalService(services: Services): Promise<void> {
  const folder = services.local.folder ?? (await chooseFolder());
  if (folder === undefined) return;
  await excludeFromGit(folder);
  const isStarted = await start(services, services.local, folder, vscode.l10n.t('Starting the local service…'));
  if (isStarted) void services.trainingEnvironment.ask();
}

/** Stops the local service for this window. The process ends when no other window uses it; its data remains. */
export async function stopLocalService(services: Pick<Services, 'connections' | 'local' | 'trees'>): Promise<void> {
  const { folder } = services.local;
  if (folder === null) throw notStarted();
  const others = await stop(services, services.local);
  const message =
    others === 0
      ? vscode.l10n.t('The local service has ended. Its data remains in {0}.', folder)
      : countedText(
          others,
          'The local service continues for {0} other window.',
          'The local service continues for {0} other windows.',
        );
  void showInformation(message);
}

/** Shows the data folder of the local service, in the file manager of the system or in a new window. */
export async function openDataFolder(services: Pick<Services, 'local'>): Promise<void> {
  const folder = vscode.Uri.file(folderOf(services));
  const isDesktop = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  if (isDesktop) await vscode.commands.executeCommand('revealFileInOS', folder);
  else await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
}

/** Shows what the local service has written to its log. */
export async function showServiceLog(services: Pick<Services, 'local'>): Promise<void> {
  const { serviceLogOf } = await import('./bundled-service.ts');
  const log = vscode.Uri.file(serviceLogOf(folderOf(services)));
  // A service that was started in a terminal writes its log there.
  const document = await vscode.workspace.openTextDocument(log).then(undefined, () => null);
  if (document === null) throw new UnmetCondition(vscode.l10n.t('This service writes no log file. See its terminal.'));
  await vscode.window.showTextDocument(document);
}

/** Offers what can be done with the local service. */
export async function showServiceMenu({ local }: Pick<Services, 'local'>): Promise<void> {
  if (local.folder === null) throw notStarted();
  const item = (icon: string, label: string, command: string) => ({ label: `$(${icon}) ${label}`, command });
  const picked = await vscode.window.showQuickPick(
    [
      item('graph-line', vscode.l10n.t('Show Experiments'), 'tracklens.experiments.focus'),
      item('copy', vscode.l10n.t('Copy Training Snippet'), 'tracklens.copyTrainingSnippet'),
      item('folder', vscode.l10n.t('Open Data Folder'), 'tracklens.openDataFolder'),
      item('output', vscode.l10n.t('Show Service Log'), 'tracklens.showServiceLog'),
      item('debug-stop', vscode.l10n.t('Stop Local Service'), 'tracklens.stopLocalService'),
    ],
    { title: vscode.l10n.t('Local Service') },
  );
  if (picked) await vscode.commands.executeCommand(picked.command);
}

/**
 * Starts a service and shows its experiments. Resolves to false when the user cancelled, and rejects when the start
 * fails; the window does not use the service then.
 */
async function start(services: Started, service: OwnService, folder: string, title: string): Promise<boolean> {
  const { connections } = services;
  await service.use(folder);
  connections.of(service.id).reset();
  await connections.select(service.id);
  let isStarted = false;
  try {
    isStarted = (await withProgress(title, () => connections.of(service.id).client())) !== undefined;
  } finally {
    if (!isStarted) await stop(services, service);
  }
  if (!isStarted) return false;
  reloadTrees(services);
  await vscode.commands.executeCommand('tracklens.experiments.focus');
  return true;
}

/** Stops using a service. Resolves to the number of other windows that use it. */
async function stop(services: Started, service: OwnService): Promise<number> {
  const others = await service.use(null);
  dropConnection(services, service.id);
  return others;
}

const notStarted = () =>
  new UnmetCondition(vscode.l10n.t('This window uses no local service.'), {
    title: vscode.l10n.t('Start Local Service'),
    command: 'tracklens.startLocalService',
  });

function folderOf({ local }: Pick<Services, 'local'>): string {
  if (local.folder === null) throw notStarted();
  return local.folder;
}

/** Prompts for the data folder: that of the user, which scripts find by themselves, or one of the workspace. */
async function chooseFolder(): Promise<string | undefined> {
  const own = process.env.TRACKLENS_DATA || path.join(homedir(), folderName);
  // The folder of an untrusted workspace may contain prepared files.
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const items = [
    {
      label: `$(home) ${vscode.l10n.t('For all my work')}`,
      description: own,
      detail: vscode.l10n.t('Scripts and notebooks that use the tracklens package find this service by themselves.'),
      folder: own,
    },
    ...folders
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ name, uri }) => ({
        label: `$(root-folder) ${vscode.l10n.t('Only for {0}', withoutIcons(name))}`,
        description: path.join(uri.fsPath, folderName),
        detail: vscode.l10n.t('The data is stored with the code. Git ignores it.'),
        folder: path.join(uri.fsPath, folderName),
      })),
  ];
  if (items.length === 1) return own;
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Start Local Service'),
    placeHolder: vscode.l10n.t('Where are the experiments stored?'),
    ignoreFocusOut: true,
  });
  return picked?.folder;
}

/** Excludes a data folder in a workspace from Git: it contains the API key. */
async function excludeFromGit(folder: string): Promise<void> {
  const isInWorkspace = vscode.workspace.workspaceFolders?.some(({ uri }) => path.dirname(folder) === uri.fsPath);
  if (!isInWorkspace) return;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
