import type { API } from '@tracklens/core/browser';
import type { Download, TreeNode } from '@tracklens/ui';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { downloadWithNotice, type OnBytes } from './download-notice.ts';

/** Maximum size of a download in bytes. The browser buffers the whole download in memory. */
const maxBytes = 512_000_000;

/** Downloads a model or artifact version as a zip archive, or a single file as it is, through the browser. */
export async function downloadVersion(tracklens: Tracklens, node: TreeNode): Promise<void> {
  const { translate, host } = tracklens;
  const api = await tracklens.clients.api();
  const { downloadBytes, downloadOf, safeFileName, saveFile } = await loadViews();
  const download = await downloadOf(api, node);
  if (download === null) return;
  if (download.files.length === 0)
    return host.report({ message: translate('%1 has no files stored by the service.', node.label) });
  const totalBytes = downloadBytes(download);
  const remedy = translate('Use “Download to Jupyter Folder…”.');
  if (totalBytes > maxBytes) return host.report({ message: tooLarge(tracklens, download.name), remedy });
  const name = `${safeFileName(download.name)}${download.isFile ? '' : '.zip'}`;
  await downloadWithNotice(tracklens, { name, totalBytes }, async (signal, onBytes) => {
    let left = maxBytes;
    const counted: OnBytes = (count) => {
      left -= count;
      if (left < 0) throw new Error(`${tooLarge(tracklens, name)} ${remedy}`);
      onBytes(count);
    };
    const bytes = await bytesFrom(api, download, signal, counted);
    await saveFile(host, name, bytes, 'application/octet-stream');
    return { message: translate('Downloaded %1.', name) };
  });
}

function tooLarge({ translate }: Tracklens, name: string): string {
  return translate('%1 has more than %2 MB, which a browser cannot hold.', name, maxBytes / 1e6);
}

async function bytesFrom(api: API, download: Download, signal: AbortSignal, onBytes: OnBytes): Promise<Uint8Array> {
  const { archiveOf, bodyBytes, fetchArchive, fetchFile } = await loadViews();
  if (download.archive) return bodyBytes((await fetchArchive(api, download.archive, signal)).body, onBytes);
  const arrived = new Map<string, Uint8Array>();
  for (const file of download.files) {
    arrived.set(file.name, await bodyBytes((await fetchFile(api, file, {}, signal)).body, onBytes));
  }
  const [only] = arrived.values();
  return download.isFile ? (only ?? new Uint8Array()) : archiveOf(arrived);
}
