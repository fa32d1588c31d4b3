import { mapConcurrent } from '../../client/map-concurrent.ts';
import { toBase64 } from '../../snapshots/base64.ts';
import { Allowance } from '../../snapshots/content-budget.ts';
import { wavSeconds } from '../../snapshots/wav-length.ts';
import { assetBytes, assetsOf, records } from './assets.ts';
import { contentBytes, fileBytes, recordBytes } from './budget.ts';
import type { Content, ContentSource } from './content-source.ts';

/** Largest audio file that is read for its length, and the number of these. */
const audioBytes = 2_000_000;
const audioCount = 20;

/** Reads the list of audio files with their lengths, and the bytes of short ones. */
export async function readAudio(source: ContentSource): Promise<Content> {
  const listed = records(await assetsOf(source, 'audio'), 'audio files');
  const allowance = new Allowance(contentBytes - recordBytes);
  const files: Record<string, string> = {};
  const audioSeconds: Record<string, number> = {};
  const read = (listed.assets ?? []).filter(({ fileSize }) => fileSize <= audioBytes).slice(0, audioCount);
  await mapConcurrent(read, async (asset) => {
    const { assetId } = asset;
    const bytes = await assetBytes(source, asset);
    if (bytes === null) return;
    const seconds = wavSeconds(bytes);
    if (seconds !== null && allowance.tryTake([assetId, seconds])) audioSeconds[assetId] = seconds;
    if (bytes.byteLength > fileBytes) return;
    const base64 = toBase64(bytes);
    if (allowance.tryTake([assetId, base64])) files[assetId] = base64;
  });
  return { ...listed, files, audioSeconds };
}
