import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { mapConcurrent } from '@tracklens/core/client';
import { API, pathsInside, saveFile } from '@tracklens/core/node';
import {
  type Download,
  type DownloadForm,
  downloadBytes,
  downloadedText,
  downloadForms,
  downloadOf,
  fetchArchive,
  fetchFile,
  replaceTexts,
  sizeText,
  type TreeNode,
} from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { localPath } from '../local-path.ts';
import { showInformation, showWarning, withoutLinks } from '../messages.ts';
import type { Services } from '../services.ts';
import { requireRow } from '../target-commands.ts';
import { translate } from '../translate.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { withoutIcons } from '../without-icons.ts';

/** Maximum number of concurrent file downloads. */
const concurrency = 4;

/** Destination of a download. */
interface DownloadTarget {
  readonly path: string;
  readonly form: DownloadForm;
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
  const form = await askForm(download);
  const target = form && (await askTarget(form));
  if (!target) return;
  const done = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: withoutLinks(vscode.l10n.t('Downloading {0}', download.name)),
      cancellable: true,
    },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      try {
        await write(api, download, target, meter(download, progress), abort.signal);
        return true;
      } catch (error) {
        if (abort.signal.aborted) return false;
        throw error;
      } finally {
        abort.abort();
      }
    },
  );
  void showInformation(
    done ? downloadedText(download, target.path, translate) : vscode.l10n.t('The download was stopped.'),
  );
}

async function write(
  api: API,
  download: Download,
  { path: target, form, overwrite }: DownloadTarget,
  report: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const operation = 'download';
  const save = (file: string, fetch: Parameters<typeof saveFile>[1]) =>
    saveFile(file, fetch, { operation, overwrite, signal, onProgress: counted(report) });
  if (form.isArchive) return void (await save(target, () => fetchArchive(api, download.archive!, signal)));
  const names = download.files.map(({ name }) => name);
  const paths = form.isFile ? [target] : await pathsInside(target, names, { operation, warn: api.connection.warn });
  await mapConcurrent(
    download.files,
    (file, index) => save(paths[index]!, (headers) => fetchFile(api, file, headers, signal)),
    concurrency,
  );
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
function meter(download: Download, progress: vscode.Progress<{ message?: string; increment?: number }>) {
  const total = downloadBytes(download);
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

async function askForm(download: Download): Promise<DownloadForm | undefined> {
  const forms = downloadForms(download, translate);
  if (forms.length === 1) return forms[0];
  const items = forms.map((form) => ({
    label: `$(${form.isArchive ? 'file-zip' : 'folder'}) ${form.label}`,
    description: withoutIcons(form.detail),
    form,
  }));
  const title = vscode.l10n.t('Download {0}', download.name);
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.form;
}

/** Prompts for a folder and, if the name already exists there, for what to do. */
async function askTarget(form: DownloadForm): Promise<DownloadTarget | null> {
  const { name, isFile } = form;
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Folder to download {0} to', name),
      openLabel: vscode.l10n.t('Download Here'),
      canSelectFiles: false,
      canSelectFolders: true,
      ...(vscode.workspace.workspaceFolders ? { defaultUri: vscode.workspace.workspaceFolders[0]!.uri } : {}),
    })) ?? [];
  if (!folder) return null;
  const wanted = path.join(localPath(folder), name);
  if (!(await isTaken(wanted))) return { path: wanted, form, overwrite: false };
  const { question, detail, keep, replace } = replaceTexts(form, wanted, translate);
  const choice = await showWarning(question, { modal: true, detail }, keep, replace);
  if (choice === replace) return { path: wanted, form, overwrite: true };
  return choice === keep ? { path: await freePath(wanted, isFile), form, overwrite: false } : null;
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
