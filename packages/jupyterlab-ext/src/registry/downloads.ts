import type { API } from '@tracklens/core/browser';
import type { Download, TreeNode } from '@tracklens/ui';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { downloadWithNotice, type OnBytes } from './download-notice.ts';

/** Maximum size of a download in bytes. The browser buffers the whole download in memory. */
const largestBytes = 512_000_000;

/** Downloads a model or artifact version as a zip archive, or a single file as it is, through the browser. */
export async function downloadVersion(tracklens: Tracklens, node: TreeNode): Promise<void> {
  const { translate, host } = tracklens;
  const api = await tracklens.connection.api();
  const { downloadOf, safeFileName, saveFile } = await loadViews();
  const download = await downloadOf(api, node);
  if (download === null) return;
  const totalBytes = bytesOf(download);
  const remedy = translate('Use “Download to Jupyter Folder…”.');
  if (totalBytes > largestBytes) return host.report({ message: tooLarge(tracklens, download.name), remedy });
  const isFile = node.kind === 'file';
  const name = `${safeFileName(download.name)}${isFile ? '' : '.zip'}`;
  await downloadWithNotice(tracklens, { name, totalBytes }, async (signal, onBytes) => {
    let left = largestBytes;
    const counted: OnBytes = (count) => {
      left -= count;
      if (left < 0) throw new Error(`${tooLarge(tracklens, name)} ${remedy}`);
      onBytes(count);
    };
    const bytes = await bytesFrom(api, download, { isFile, signal, onBytes: counted });
    await saveFile(host, name, bytes, 'application/octet-stream');
    return { message: translate('Downloaded %1.', name) };
  });
}

/** Returns the total size of the files of a download, in bytes. */
export function bytesOf({ files }: Download): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function tooLarge({ translate }: Tracklens, name: string): string {
  return translate('%1 has more than %2 MB, which a browser cannot hold.', name, largestBytes / 1e6);
}

async function bytesFrom(
  api: API,
  download: Download,
  { isFile, signal, onBytes }: { readonly isFile: boolean; readonly signal: AbortSignal; readonly onBytes: OnBytes },
): Promise<Uint8Array> {
  const { archiveOf, fetchArchive, fetchFile } = await loadViews();
  const whole = async ({ body }: Awaited<ReturnType<typeof fetchFile>>) => {
    const pieces: BlobPart[] = [];
    for await (const piece of body) {
      onBytes(piece.byteLength);
      pieces.push(piece as Uint8Array<ArrayBuffer>);
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
  };
  if (download.archive) return whole(await fetchArchive(api, download.archive, signal));
  const arrived = new Map<string, Uint8Array>();
  for (const file of download.files) arrived.set(file.name, await whole(await fetchFile(api, file, {}, signal)));
  const [only] = arrived.values();
  return isFile ? (only ?? new Uint8Array()) : archiveOf(arrived);
}
