import type { Target } from '@tracklens/core/display';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { dropConnection } from '../connection/connect.ts';
import { connectionOf } from '../connection/connection-commands.ts';
import { isRecording, recordingFile, recordingId } from '../connection/connection-ids.ts';
import { withProgress } from '../progress.ts';
import { nameOf } from '../saving/save-dialog.ts';
import type { Services } from '../services.ts';
import { reloadTrees } from '../trees/reload-trees.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { type ExperimentFile, readRecordingFile } from './read-recording-file.ts';
import { manageTrust, restrictedText } from './recording-summary.ts';

/** Data of recordings that were not opened for this time is deleted, in milliseconds. */
const maxUnusedMillis = 30 * 24 * 3_600_000;

/**
 * Opens a recording of experiments, that of the given file, of the active editor, or one that the user picks: a local
 * service of its own replays it, and its project is shown.
 */
export async function openRecording(services: Services, given: unknown): Promise<void> {
  const uri = givenFile(given) ?? activeFile() ?? (await pickFile());
  if (uri === undefined) return;
  if (!vscode.workspace.isTrusted) {
    const title = vscode.l10n.t('Manage Workspace Trust');
    throw new UnmetCondition(restrictedText(), { title, command: manageTrust });
  }
  const file = await readRecordingFile(uri);
  if (!file.ok) throw new UnmetCondition(file.problem);
  if (!('experiments' in file)) {
    await vscode.commands.executeCommand('vscode.open', uri);
    return;
  }
  const id = await start(services, uri, file.experiments);
  if (id === undefined) return;
  reloadTrees(services);
  await vscode.commands.executeCommand('tracklens.experiments.focus');
  const target = targetOf(file.experiments);
  if (target) (await services.of(id).panels()).open(target, { newPanel: false, activate: true });
}

/** Closes a recording: that of a row, or one that the user picks. Its experiments remain in the file. */
export async function closeRecording(services: Services, node: TreeNode | undefined): Promise<void> {
  const { connections } = services;
  const profiles = connections.profiles().filter(({ id }) => isRecording(id));
  if (profiles.length === 0)
    throw new UnmetCondition(vscode.l10n.t('This window shows no recording.'), {
      title: vscode.l10n.t('Open Recording'),
      command: 'tracklens.openRecording',
    });
  const profile = await connectionOf(services, node, vscode.l10n.t('Close Recording'), ({ id }) => isRecording(id));
  if (!profile) return;
  await leave(services, profile.id);
}

async function leave(services: Pick<Services, 'connections' | 'recordings' | 'trees'>, id: string): Promise<void> {
  await services.recordings.close(id);
  dropConnection(services, id);
}

/**
 * Starts the service of a recording and makes its connection the current one after its first response. Undefined when
 * it was cancelled.
 */
async function start(services: Services, uri: vscode.Uri, experiments: ExperimentFile): Promise<string | undefined> {
  const { connections, recordings } = services;
  const name = nameOf(uri);
  const hash = await sha256(experiments.bytes);
  const id = recordingId(hash);
  const folder = vscode.Uri.joinPath(recordings.folder, hash.slice(0, 32));
  const { fs } = vscode.workspace;
  const isNew = (await timeOf(folder)) === null;
  const starting = async (signal: AbortSignal) => {
    await removeOldData(recordings.folder, folder);
    await fs.createDirectory(folder);
    await fs.writeFile(vscode.Uri.joinPath(folder, recordingFile), experiments.bytes);
    // Without a selection, the connection of the recording would be the current one at once.
    await connections.select(connections.currentId);
    signal.throwIfAborted();
    await recordings.open(id, name, folder.fsPath);
    if (connections.of(id).state.kind !== 'connected') connections.of(id).reset();
    await connections.of(id).client();
    signal.throwIfAborted();
    await connections.select(id);
    return id;
  };
  try {
    const started = await withProgress(vscode.l10n.t('Opening {0}…', name), starting);
    if (started === undefined) await leave(services, id);
    return started;
  } catch (error) {
    await leave(services, id);
    if (isNew) await fs.delete(folder, { recursive: true }).then(undefined, () => {});
    throw error;
  }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}

/** Deletes the data of recordings that were not opened for a while. */
async function removeOldData(folders: vscode.Uri, used: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  const found = await fs.readDirectory(folders).then(undefined, () => []);
  for (const [name] of found) {
    const folder = vscode.Uri.joinPath(folders, name);
    // The service writes its port at each start; one that never started has only the recording.
    const opened =
      (await timeOf(vscode.Uri.joinPath(folder, 'port'))) ?? (await timeOf(vscode.Uri.joinPath(folder, recordingFile)));
    if (folder.path === used.path || opened === null || Date.now() - opened < maxUnusedMillis) continue;
    // The data that is left is deleted next time.
    await fs.delete(folder, { recursive: true }).then(undefined, () => {});
  }
}

/** Returns the time when a file or folder was changed, in milliseconds since 1970; null when there is none. */
async function timeOf(uri: vscode.Uri): Promise<number | null> {
  return await vscode.workspace.fs.stat(uri).then(
    ({ mtime }) => mtime,
    () => null,
  );
}

/** Returns the view of a recording; null when it names no project. */
function targetOf({ workspace, projectName }: ExperimentFile): Target | null {
  return projectName === undefined ? null : { kind: 'project', workspace, projectName };
}

/** Reads the file that a menu or a link gives to the command. */
function givenFile(given: unknown): vscode.Uri | undefined {
  const { scheme, path } = (given ?? {}) as Partial<Record<keyof vscode.Uri, unknown>>;
  return typeof scheme === 'string' && typeof path === 'string' ? vscode.Uri.from(given as vscode.Uri) : undefined;
}

/** Returns the file of the active editor, if it is a `.tracklens` file. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom && input.viewType === 'tracklens.recording' ? input.uri : undefined;
}

async function pickFile(): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t('Open Recording');
  return (await vscode.window.showOpenDialog({ title, filters: { Tracklens: ['tracklens'] } }))?.[0];
}
