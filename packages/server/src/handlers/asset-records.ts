import type { AssetRecord } from '@tracklens/core/contract';
import { contract, endpointName, fileFolder } from '@tracklens/core/contract';
import type { AssetRow } from '../store/files/assets.ts';

const imageTypes = new Set(['image', 'visualization']);
const histogramTypes = new Set(['histogram3d', 'histogram_combined_3d']);
const viewable = /^(?:png|jpe?g|gif|webp|svg|bmp|txt|md|json|csv|tsv|html|py|yaml|yml|mp4|webm|mov|wav|mp3|ogg|flac)$/;

/** Returns the URL of an asset's bytes, which requires the key. Clients parse the experiment key out of it. */
export function assetLink(origin: string, row: Pick<AssetRow, 'experiment_key' | 'asset_id'>): string {
  const query = new URLSearchParams({ assetId: row.asset_id, experimentKey: row.experiment_key });
  return `${origin}/api/rest/v2/${endpointName(contract.assets.get)}?${query}`;
}

/** Converts the row of an asset to its record in the protocol. */
export function assetRecord(row: AssetRow, origin: string): AssetRecord {
  return {
    fileName: row.file_name,
    fileSize: row.file_size,
    runContext: row.context,
    step: row.step,
    link: row.remote_link ?? assetLink(origin, row),
    createdAt: row.created_at,
    dir: fileFolder(row.file_name),
    canView: viewable.test(row.extension),
    audio: row.type === 'audio',
    video: row.type === 'video',
    histogram: histogramTypes.has(row.type),
    image: imageTypes.has(row.type),
    type: row.type,
    metadata: row.metadata,
    assetId: row.asset_id,
    remote: row.remote_link !== null,
  };
}
