import { Notification } from '@jupyterlab/apputils';
import type { API } from '@tracklens/core/browser';
import type { TreeNode } from '@tracklens/ui';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';

/** A browser holds a download in its memory until it is whole. */
const largestBytes = 512_000_000;

/** One file to fetch. */
interface Wanted {
  readonly name: string;
  fetch(signal: AbortSignal): ReturnType<API['connection']['callForBody']>;
}

/** Downloads a registered version or a version of an artifact as a zip archive, a file of one as it is; said with a way to stop. */
export async function downloadVersion({ connection, host, translate }: Tracklens, node: TreeNode): Promise<void> {
  const api = await connection.api();
  const { archiveOf, saveFile } = await loadViews();
  const { name, files, zip } = await wantedOf(api, node);
  const abort = new AbortController();
  const title = translate('Downloading %1…', name);
  const id = Notification.emit(title, 'in-progress', {
    autoClose: false,
    actions: [{ label: translate('Stop'), callback: () => abort.abort() }],
  });
  try {
    const arrived = new Map<string, Uint8Array>();
    let bytes = 0;
    const say = throttled((count: number) =>
      Notification.update({ id, message: `${title} ${(count / 1e6).toFixed(1)} MB`, autoClose: false }),
    );
    for (const file of files) {
      const { body } = await file.fetch(abort.signal);
      const pieces: Uint8Array[] = [];
      for await (const piece of body) {
        bytes += piece.byteLength;
        if (bytes > largestBytes)
          throw new Error(translate('More than %1 MB: download it in Python.', largestBytes / 1e6));
        pieces.push(piece);
        say(bytes);
      }
      arrived.set(file.name, new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer()));
    }
    const [only] = arrived.values();
    const saved = zip ? archiveOf(arrived) : (only ?? new Uint8Array());
    await saveFile(host, name, saved, 'application/octet-stream');
    Notification.update({
      id,
      message: translate('Downloaded %1.', name),
      type: 'success',
      autoClose: 5000,
      actions: [],
    });
  } catch (error) {
    if (abort.signal.aborted) {
      Notification.dismiss(id);
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    const message = translate('%1 was not downloaded. %2', name, reason);
    Notification.update({ id, message, type: 'error', autoClose: false, actions: [] });
  }
}

async function wantedOf(
  api: API,
  node: TreeNode,
): Promise<{ readonly name: string; readonly files: readonly Wanted[]; readonly zip: boolean }> {
  const { contract } = await loadViews();
  const { target, file } = node;
  const asset = (assetId: string, artifactVersionId: string): Wanted['fetch'] => {
    const query = { assetId, artifactVersionId, allow301: false };
    return (signal) => api.connection.callForBody('download', contract.assets.get, { query }, { signal });
  };
  if (target?.kind === 'model') {
    const name = `${target.modelName}_${target.version}.zip`;
    const query = { workspaceName: target.workspace, modelName: target.modelName, version: target.version };
    const fetch: Wanted['fetch'] = (signal) =>
      api.connection.callForBody('download', contract.registry.download, { query }, { signal });
    return { name, files: [{ name, fetch }], zip: false };
  }
  if (file) {
    const name = node.label.split(/[/\\]/).at(-1) || 'file';
    return { name, files: [{ name, fetch: asset(file.assetId, file.artifactVersionId) }], zip: false };
  }
  const [, artifactId, version] = JSON.parse(node.id) as string[];
  const artifact = await api.getArtifactDetails({ artifactId });
  const own = artifact.versions.find((one) => one.version === version)?.artifactVersionId ?? '';
  const { files } = await api.getArtifactFiles({ artifactId, version: version! });
  return {
    name: `${artifact.name}_${version}.zip`,
    files: files.map(({ fileName, assetId, artifactVersionId }) => ({
      name: fileName,
      fetch: asset(assetId, artifactVersionId || own),
    })),
    zip: true,
  };
}

/** At most a few calls a second. */
function throttled(say: (count: number) => void): (count: number) => void {
  let lastMillis = 0;
  return (count) => {
    if (Date.now() - lastMillis < 300) return;
    lastMillis = Date.now();
    say(count);
  };
}
