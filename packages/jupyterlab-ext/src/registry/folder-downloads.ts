import { Dialog, showDialog } from '@jupyterlab/apputils';
import { PathExt } from '@jupyterlab/coreutils';
import type { IDocumentManager } from '@jupyterlab/docmanager';
import { FileDialog } from '@jupyterlab/filebrowser';
import type { Contents } from '@jupyterlab/services';
import type { CommandRegistry } from '@lumino/commands';
import type { Download, DownloadForm, TreeNode, VersionFile } from '@tracklens/ui';
import { askChoice } from '../choice-dialog.ts';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { type Downloaded, downloadWithNotice, type OnBytes } from './download-notice.ts';
import { PathEscapesError, pathsOfFiles } from './file-paths.ts';
import { FolderWriter, isFree } from './folder-writer.ts';
import { freePath } from './free-path.ts';

/** Host services to choose, write and show folders. */
export interface Folders {
  readonly documents: IDocumentManager;
  readonly contents: Contents.IManager;
  readonly commands: CommandRegistry;
  /** Default folder of the dialog. */
  readonly current: string;
  /** Returns the URL of the page that shows a folder, for hosts without a file browser on this page. */
  pageOf(folder: string): string;
}

/** Destination of a download. */
interface DownloadTarget {
  readonly path: string;
  readonly form: DownloadForm;
  readonly overwrite: boolean;
}

/**
 * Downloads a version or a file to a folder of the Jupyter server, where kernels can read it. Files are streamed in
 * chunks, so their size is not limited. Existing files are replaced only after a confirmation.
 */
export async function downloadToFolder(tracklens: Tracklens, folders: Folders, node: TreeNode): Promise<void> {
  const { translate, host } = tracklens;
  const api = await tracklens.clients.api();
  const { downloadBytes, downloadOf } = await loadViews();
  const download = await downloadOf(api, node);
  if (download === null) return;
  if (download.files.length === 0)
    return host.report({ message: translate('%1 has no files stored by the service.', node.label) });
  const form = await askForm(tracklens, download);
  const target = form && (await askTarget(tracklens, folders, form));
  if (target === null) return;
  const size = { name: target.form.name, totalBytes: downloadBytes(download) };
  await downloadWithNotice(tracklens, size, async (signal, onBytes) => {
    const writer = new FolderWriter(tracklens, folders.contents, target);
    const { fetchArchive, fetchFile, resumedBody } = await loadViews();
    const write = async (path: string, { body }: { readonly body: AsyncIterable<Uint8Array> }) =>
      await writer.write(path, counted(body, onBytes), signal);
    if (target.form.isArchive) await write(target.path, await fetchArchive(api, download.archive!, signal));
    else {
      for (const [path, file] of await pathsOf(tracklens, download, target)) {
        const fetch = (headers: Readonly<Record<string, string>>) => fetchFile(api, file, headers, signal);
        await write(path, { body: resumedBody(fetch, { operation: 'download', signal }) });
      }
    }
    return await downloadedAt(tracklens, folders, download, target);
  });
}

/** Returns the path of each file: `path` itself for a single file, otherwise a path below it. */
async function pathsOf(
  { translate }: Tracklens,
  { files }: Download,
  { path, form }: DownloadTarget,
): Promise<ReadonlyMap<string, VersionFile>> {
  if (form.isFile) return new Map(files.map((file) => [path, file]));
  const { portablePaths } = await loadViews();
  try {
    return pathsOfFiles(files, path, portablePaths);
  } catch (error) {
    if (!(error instanceof PathEscapesError)) throw error;
    throw new Error(translate('The file name “%1” points outside of the folder.', error.fileName));
  }
}

async function* counted(body: AsyncIterable<Uint8Array>, onBytes: OnBytes): AsyncIterable<Uint8Array> {
  for await (const piece of body) {
    onBytes(piece.byteLength);
    yield piece;
  }
}

async function downloadedAt(
  tracklens: Tracklens,
  folders: Folders,
  download: Download,
  target: DownloadTarget,
): Promise<Downloaded> {
  const { downloadedText } = await loadViews();
  const message = downloadedText(download, target.path, tracklens.translate);
  return { message, actions: [openAction(tracklens, folders, target)] };
}

/** Returns the button that shows the download: in the file browser or, in Notebook 7, on a separate page. */
function openAction({ translate, host }: Tracklens, { commands, pageOf }: Folders, { path, form }: DownloadTarget) {
  const goTo = 'filebrowser:go-to-path';
  if (commands.hasCommand(goTo))
    return { label: translate('Show in File Browser'), callback: () => void commands.execute(goTo, { path }) };
  const folder = form.isFile ? PathExt.dirname(path) : path;
  return { label: translate('Open Folder'), callback: () => host.openExternal(pageOf(folder)) };
}

async function askForm({ translate }: Tracklens, download: Download): Promise<DownloadForm | null> {
  const { downloadForms } = await loadViews();
  const forms = downloadForms(download, translate).map((form) => ({
    ...form,
    label: `${form.label} (${form.detail})`,
  }));
  if (forms.length === 1) return forms[0]!;
  const title = translate('Download %1', download.name);
  return await askChoice(forms, { title, label: translate('As'), okLabel: translate('Next') });
}

/** Prompts for a folder and, if the name already exists there, for what to do. */
async function askTarget(
  { translate }: Tracklens,
  { documents, contents, current }: Folders,
  form: DownloadForm,
): Promise<DownloadTarget | null> {
  const { button, value } = await FileDialog.getExistingDirectory({
    manager: documents,
    title: translate('Folder to download %1 to', form.name),
    defaultPath: current,
  });
  const [folder] = value ?? [];
  if (!button.accept || !folder) return null;
  const wanted = PathExt.join(folder.path, form.name);
  if (await isFree(contents, wanted)) return { path: wanted, form, overwrite: false };
  const { replaceTexts } = await loadViews();
  const texts = replaceTexts(form, wanted, translate);
  const replace = Dialog.warnButton({ label: texts.replace });
  const keep = Dialog.okButton({ label: texts.keep });
  const choice = await showDialog({
    title: texts.question,
    body: texts.detail,
    buttons: [Dialog.cancelButton({ label: translate('Cancel') }), replace, keep],
  });
  if (choice.button.label === replace.label) return { path: wanted, form, overwrite: true };
  if (choice.button.label !== keep.label) return null;
  const path = await freePath(wanted, (one) => isFree(contents, one), { keepEnding: form.isFile });
  return { path, form, overwrite: false };
}
