import { Dialog, InputDialog, showDialog } from '@jupyterlab/apputils';
import { PathExt } from '@jupyterlab/coreutils';
import type { IDocumentManager } from '@jupyterlab/docmanager';
import { FileDialog } from '@jupyterlab/filebrowser';
import type { Contents } from '@jupyterlab/services';
import type { CommandRegistry } from '@lumino/commands';
import type { Download, TreeNode, VersionFile } from '@tracklens/ui';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { type Downloaded, downloadWithNotice, type OnBytes } from './download-notice.ts';
import { bytesOf } from './downloads.ts';
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
  readonly overwrite: boolean;
}

/** Downloaded file or folder. */
interface Written {
  readonly path: string;
  readonly isFile: boolean;
}

/**
 * Downloads a version or a file to a folder of the Jupyter server, where kernels can read it. Files are streamed in
 * chunks, so their size is not limited. Existing files are replaced only after a confirmation.
 */
export async function downloadToFolder(tracklens: Tracklens, folders: Folders, node: TreeNode): Promise<void> {
  const { translate, host } = tracklens;
  const api = await tracklens.connection.api();
  const { downloadOf, safeFileName } = await loadViews();
  const download = await downloadOf(api, node);
  if (download === null) return;
  if (download.files.length === 0)
    return host.report({ message: translate('%1 has no files stored by the service.', node.label) });
  const asArchive = await askArchive(tracklens, download);
  if (asArchive === null) return;
  const isFile = asArchive || node.kind === 'file';
  const name = `${safeFileName(download.name)}${asArchive ? '.zip' : ''}`;
  const target = await askTarget(tracklens, folders, name, isFile);
  if (target === null) return;
  await downloadWithNotice(tracklens, { name, totalBytes: bytesOf(download) }, async (signal, onBytes) => {
    const writer = new FolderWriter(tracklens, folders.contents, target);
    const { fetchArchive, fetchFile, resumedBody } = await loadViews();
    const write = async (path: string, { body }: { readonly body: AsyncIterable<Uint8Array> }) =>
      await writer.write(path, counted(body, onBytes), signal);
    if (asArchive) await write(target.path, await fetchArchive(api, download.archive!, signal));
    else {
      for (const [path, file] of await pathsOf(tracklens, download, target.path, isFile)) {
        const fetch = (headers: Readonly<Record<string, string>>) => fetchFile(api, file, headers, signal);
        await write(path, { body: resumedBody(fetch, { operation: 'download', signal }) });
      }
    }
    return downloadedAt(tracklens, folders, download, { path: target.path, isFile });
  });
}

/** Returns the path of each file: `path` itself for a single file, otherwise a path below it. */
async function pathsOf(
  { translate }: Tracklens,
  { files }: Download,
  path: string,
  isFile: boolean,
): Promise<ReadonlyMap<string, VersionFile>> {
  if (isFile) return new Map(files.map((file) => [path, file]));
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

function downloadedAt(
  tracklens: Tracklens,
  folders: Folders,
  download: Download,
  { path, isFile }: Written,
): Downloaded {
  const { translate } = tracklens;
  const left = download.elsewhere.length;
  const message = [
    translate('Downloaded %1 to %2.', download.name, path),
    ...(left > 0
      ? [
          translate.plural(
            '%1 of its files is stored outside of the service.',
            '%1 of its files are stored outside of the service.',
            left,
          ),
        ]
      : []),
  ].join(' ');
  return { message, actions: [openAction(tracklens, folders, { path, isFile })] };
}

/** Returns the button that shows the download: in the file browser or, in Notebook 7, on a separate page. */
function openAction({ translate, host }: Tracklens, { commands, pageOf }: Folders, { path, isFile }: Written) {
  const goTo = 'filebrowser:go-to-path';
  if (commands.hasCommand(goTo))
    return { label: translate('Show in File Browser'), callback: () => void commands.execute(goTo, { path }) };
  const folder = isFile ? PathExt.dirname(path) : path;
  return { label: translate('Open Folder'), callback: () => host.openExternal(pageOf(folder)) };
}

async function askArchive({ translate }: Tracklens, { archive, name, files }: Download): Promise<boolean | null> {
  if (archive === null) return false;
  const { countText } = await loadViews();
  const items = [translate('Files in a folder (%1)', countText(files.length)), translate('One zip archive')];
  const { button, value } = await InputDialog.getItem({
    title: translate('Download %1', name),
    label: translate('As'),
    items,
    okLabel: translate('Next'),
  });
  return button.accept ? value === items[1] : null;
}

/** Prompts for a folder and, if the name already exists there, for what to do. */
async function askTarget(
  { translate }: Tracklens,
  { documents, contents, current }: Folders,
  name: string,
  isFile: boolean,
): Promise<DownloadTarget | null> {
  const { button, value } = await FileDialog.getExistingDirectory({
    manager: documents,
    title: translate('Folder to download %1 to', name),
    defaultPath: current,
  });
  const [folder] = value ?? [];
  if (!button.accept || !folder) return null;
  const wanted = PathExt.join(folder.path, name);
  if (await isFree(contents, wanted)) return { path: wanted, overwrite: false };
  const replace = Dialog.warnButton({ label: translate('Replace') });
  const keep = Dialog.okButton({ label: translate('Keep Both') });
  const choice = await showDialog({
    title: translate('%1 already exists. Replace it?', name),
    body: isFile ? wanted : translate('Files with the same names in %1 will be replaced.', wanted),
    buttons: [Dialog.cancelButton({ label: translate('Cancel') }), replace, keep],
  });
  if (choice.button.label === replace.label) return { path: wanted, overwrite: true };
  if (choice.button.label !== keep.label) return null;
  return { path: await freePath(wanted, (one) => isFree(contents, one), { keepEnding: isFile }), overwrite: false };
}
