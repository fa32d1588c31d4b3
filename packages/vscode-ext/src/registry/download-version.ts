import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { API, pathsInside, saveFile } from '@tracklens/core/node';
import {
  type Download,
  downloadOf,
  fetchArchive,
  fetchFile,
  safeFileName,
  sizeText,
  type TreeNode,
} from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { requireRow } from '../target-commands.ts';
import { countedText } from '../translate.ts';
import { UnmetCondition } from '../unmet-condition.ts';

/** Maximum number of concurrent file downloads. */
const concurrency = 4;

/** Destination of a download. */
interface DownloadTarget {
  readonly path: string;
  readonly overwrite: boolean;
}

/**
 * Downloads a version or a file to a folder that the user chooses. Existing files are replaced only after a
 * confirmation.
 */
export async function downloadVersion(services: Services, row: TreeNode | undefined): Promise<void> {
  const node = requireRow(row);
  const { transport, url } = await services.connection.client();
  const api = new API({ transport, url, cache: false, warn: (message) => services.log.warn(message) });
  const download = await downloadOf(api, node);
  if (download === null) return;
  if (download.files.length === 0) {
    throw new UnmetCondition(vscode.l10n.t('{0} has no files stored by the service.', node.label));
  }
  const asArchive = await askArchive(download);
  if (asArchive === undefined) return;
  const isFile = asArchive || node.kind === 'file';
  const target = await askTarget(`${safeFileName(download.name)}${asArchive ? '.zip' : ''}`, isFile);
  if (!target) return;
  const done = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Downloading {0}', download.name),
      cancellable: true,
    },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      try {
        const report = meter(download, progress);
        const warn = (message: string) => services.log.warn(message);
        await run(api, download, target, { asArchive, isFile, signal: abort.signal, report, warn });
        return true;
      } catch (error) {
        if (abort.signal.aborted) return false;
        throw error;
      } finally {
        abort.abort();
      }
    },
  );
  if (!done) return void vscode.window.showInformationMessage(vscode.l10n.t('The download was stopped.'));
  const left = download.elsewhere.length;
  void vscode.window.showInformationMessage(
    [
      vscode.l10n.t('Downloaded {0} to {1}.', download.name, target.path),
      ...(left > 0
        ? [
            countedText(
              left,
              '{0} of its files is stored outside of the service.',
              '{0} of its files are stored outside of the service.',
            ),
          ]
        : []),
    ].join(' '),
  );
}

async function run(
  api: API,
  download: Download,
  { path: target, overwrite }: DownloadTarget,
  given: {
    asArchive: boolean;
    isFile: boolean;
    signal: AbortSignal;
    report: (bytes: number) => void;
    warn: (message: string) => void;
  },
): Promise<void> {
  const { asArchive, isFile, signal, report, warn } = given;
  const operation = 'download';
  if (asArchive) {
    await saveFile(target, () => fetchArchive(api, download.archive!, signal), {
      operation,
      overwrite,
      signal,
      onProgress: counted(report),
    });
    return;
  }
  const names = download.files.map(({ name }) => name);
  const paths = isFile ? [target] : await pathsInside(target, names, { operation, warn });
  const left = [...download.files.entries()];
  const worker = async () => {
    for (let next = left.shift(); next && !signal.aborted; next = left.shift()) {
      const [index, file] = next;
      await saveFile(paths[index]!, (headers) => fetchFile(api, file, headers, signal), {
        operation,
        overwrite,
        signal,
        onProgress: counted(report),
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Converts the cumulative progress of one file into increments. */
function counted(report: (bytes: number) => void): (progress: { readonly receivedBytes: number }) => void {
  let before = 0;
  return ({ receivedBytes }) => {
    report(receivedBytes - before);
    before = receivedBytes;
  };
}

/** Returns a function that reports the progress in percent and bytes, at most five times per second. */
function meter({ files }: Download, progress: vscode.Progress<{ message?: string; increment?: number }>) {
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let received = 0;
  let reportedBytes = 0;
  let reportedMillis = 0;
  return (bytes: number) => {
    received += bytes;
    if (Date.now() - reportedMillis < 200 && received < total) return;
    const increment = total > 0 ? (100 * (received - reportedBytes)) / total : 0;
    progress.report({ increment, message: `${sizeText(received)} / ${sizeText(total)}` });
    reportedBytes = received;
    reportedMillis = Date.now();
  };
}

async function askArchive({ archive, files, name }: Download): Promise<boolean | undefined> {
  if (archive === null) return false;
  const items = [
    {
      label: `$(folder) ${vscode.l10n.t('Files in a folder')}`,
      description: countedText(files.length, '{0} file', '{0} files'),
      asArchive: false,
    },
    {
      label: `$(file-zip) ${vscode.l10n.t('One zip archive')}`,
      description: `${safeFileName(name)}.zip`,
      asArchive: true,
    },
  ];
  return (
    await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Download {0}', name), ignoreFocusOut: true })
  )?.asArchive;
}

/** Prompts for a folder and, if the name already exists there, for what to do. */
async function askTarget(name: string, isFile: boolean): Promise<DownloadTarget | null> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Folder to download {0} to', name),
      openLabel: vscode.l10n.t('Download Here'),
      canSelectFiles: false,
      canSelectFolders: true,
      ...(vscode.workspace.workspaceFolders ? { defaultUri: vscode.workspace.workspaceFolders[0]!.uri } : {}),
    })) ?? [];
  if (!folder) return null;
  if (folder.scheme !== 'file') {
    throw new UnmetCondition(vscode.l10n.t('Choose a folder on the machine where the extension runs.'));
  }
  const wanted = path.join(folder.fsPath, name);
  if (!(await isTaken(wanted))) return { path: wanted, overwrite: false };
  const keep = vscode.l10n.t('Keep Both');
  const replace = vscode.l10n.t('Replace');
  const question = vscode.l10n.t('{0} already exists. Replace it?', name);
  const detail = isFile ? wanted : vscode.l10n.t('Files with the same names in {0} will be replaced.', wanted);
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail }, keep, replace);
  if (choice === replace) return { path: wanted, overwrite: true };
  return choice === keep ? { path: await freePath(wanted, isFile), overwrite: false } : null;
}

async function freePath(taken: string, isFile: boolean): Promise<string> {
  // The suffix of a folder name is part of the version number, not a file extension.
  const ext = isFile ? path.extname(taken) : '';
  const name = taken.slice(0, taken.length - ext.length);
  for (let count = 2; ; count++) {
    const free = `${name} (${count})${ext}`;
    if (!(await isTaken(free))) return free;
  }
}

async function isTaken(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
