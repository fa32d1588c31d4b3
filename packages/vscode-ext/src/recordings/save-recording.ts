import { safeFileName, type TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { localPath } from '../local-path.ts';
import { showLog } from '../log-view.ts';
import { showWarning } from '../messages.ts';
import { withProgress } from '../progress.ts';
import { askUri, confirmSaved, nameOf } from '../saving/save-dialog.ts';
import type { Services } from '../services.ts';
import { targetOf } from '../target-commands.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { publishedFolder, type RecordOptions, recordExperiments, TooLargeRecording } from './record-program.ts';

type Recorded = Pick<RecordOptions, 'workspace' | 'projectName' | 'experimentKeys'>;

/**
 * Saves a project, or the given experiments of one, as a recording that anyone can open. The service has to be of this
 * machine: its data folder is read.
 */
export async function saveRecording(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const recorded = await recordedOf(services, nodes);
  const folder = await dataFolderOf(services);
  const uri = await askUri(safeFileName(`${recorded.projectName.replaceAll(/[/\\]/g, '_')}.tracklens`));
  if (!uri) return;
  const file = localPath(uri);
  const program = vscode.Uri.joinPath(services.context.extensionUri, 'dist', 'tracklens.mjs').fsPath;
  const options = { ...recorded, program, folder, file };
  const record = (assets: boolean) =>
    withProgress(vscode.l10n.t('Recording {0}…', recorded.projectName), (signal) =>
      recordExperiments({ ...options, assets }, signal),
    );
  const leftOut = await record(true).catch(async (error) => {
    if (!(error instanceof TooLargeRecording)) throw error;
    const withoutFiles = vscode.l10n.t('Leave Out Files');
    const choice = await showWarning(error.message, { modal: true }, withoutFiles);
    return choice === withoutFiles ? await record(false) : undefined;
  });
  if (leftOut === undefined) return;
  for (const line of leftOut) services.log.info(line);
  void (leftOut.length > 0 ? confirmIncomplete(uri, services) : confirmSaved(uri));
}

/** Says that a recording was saved without some parts, with a button that shows the log. */
async function confirmIncomplete(uri: vscode.Uri, { log }: Pick<Services, 'log'>): Promise<void> {
  const show = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t('Saved {0} without some parts. The log names them.', nameOf(uri));
  if ((await showWarning(message, show)) === show) await showLog(log);
}

/** Returns what to record: the experiments among rows, the project of a row, or what the active panel shows. */
async function recordedOf(services: Services, nodes: readonly TreeNode[]): Promise<Recorded> {
  const experiments = nodes.filter((node) => node.kind === 'experiment');
  const [first] = experiments;
  if (first !== undefined) {
    const { workspace, projectName } = first;
    if (experiments.some((one) => one.workspace !== workspace || one.projectName !== projectName)) {
      throw new UnmetCondition(vscode.l10n.t('Select experiments of one project to record them.'));
    }
    return { workspace, projectName, experimentKeys: experiments.map(({ target }) => target.experimentKey) };
  }
  const target = await targetOf(services, nodes[0]);
  if (target.kind === 'project') return { workspace: target.workspace, projectName: target.projectName };
  if (target.kind !== 'experiment') {
    throw new UnmetCondition(vscode.l10n.t('Open a project or an experiment to record it.'));
  }
  const { experimentKey } = target;
  const experiment = await (await services.connection.client()).api.getExperimentByKey(experimentKey);
  if (experiment === null) throw new UnmetCondition(vscode.l10n.t('Open a project or an experiment to record it.'));
  const { workspaceName, projectName } = await experiment.getMetadata();
  return { workspace: workspaceName, projectName, experimentKeys: [experimentKey] };
}

/** Returns the data folder of the service, which this window has started or which a terminal has. */
async function dataFolderOf({ connection, connectionId, connections, demo }: Services): Promise<string> {
  if (connectionId === 'demo' && demo.folder !== null) return demo.folder;
  // That of a service that this window has started is the key under which its data is stored.
  const stored = connections.storageKey(connectionId);
  if (stored !== connectionId) return stored;
  const { url } = await connection.client();
  const folder = await publishedFolder(url);
  if (folder !== null) return folder;
  throw new UnmetCondition(
    vscode.l10n.t('Only a local service can be recorded here. Where its data folder is, run: tracklens record'),
  );
}
