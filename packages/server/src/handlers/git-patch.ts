import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { jsonReply } from '../http/reply.ts';
import type { Store } from '../store/database/store.ts';
import { requireExperiment } from '../store/experiments/experiments.ts';
import { saveAsset } from '../store/files/asset-writes.ts';
import { gitPatchType, newestAsset } from '../store/files/assets.ts';
import { readContent } from '../store/files/contents.ts';
import type { FilePart } from '../store/files/incoming-files.ts';

/** Stores a zip that contains `git_diff.patch`, replacing the previous one. */
export async function saveGitPatch(store: Store, experimentKey: string, file: FilePart, now: number): Promise<void> {
  await requireExperiment(store.db, experimentKey);
  await saveAsset(store, { experimentKey, fileName: 'git_diff.zip', type: gitPatchType, overwrite: true }, file, now);
}

/** Returns the zip. Without one, returns the message by which clients recognize that none exists. */
export async function readGitPatch(store: Store, experimentKey: string): Promise<Response> {
  await requireExperiment(store.db, experimentKey);
  const asset = await newestAsset(store, experimentKey, gitPatchType);
  if (asset === null || asset.sha256 === null) return jsonReply({ msg: 'No git patch was logged' });
  const bytes = Readable.toWeb(readContent(store, asset.sha256)) as NodeReadableStream<Uint8Array>;
  return new Response(bytes as ReadableStream<Uint8Array>, {
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(asset.file_size) },
  });
}
