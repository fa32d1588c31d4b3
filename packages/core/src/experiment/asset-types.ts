import { RestApiException } from '../client/errors.ts';

/** What an asset list can be limited to: what section 4.11 names, then the further types that assets have on this wire. */
const assetTypes = [
  'all',
  'image',
  'histogram_combined_3d',
  'video',
  'audio',
  'asset',
  'source_code',
  'model-element',
  'curve',
  'histogram3d',
  'confusion-matrix',
  'text-sample',
  'dataframe',
  'dataframe-profile',
  'notebook',
  'embeddings',
  'visualization',
  'tensorflow-file',
  '3d-image',
  'git-patch',
  'asset-item',
  'conda-info',
] as const;
/** One of the types that an asset list can be limited to. */
export type AssetType = (typeof assetTypes)[number];

/**
 * The type that an operation was given.
 *
 * @throws RestApiException `invalid` for one that no asset has: the list would be empty, as if there were none
 */
export function assetTypeArgument(operation: string, given: AssetType = 'all'): AssetType {
  if (assetTypes.includes(given)) return given;
  const reason = `${JSON.stringify(given)} is no assetType; there are ${assetTypes.join(', ')}`;
  throw RestApiException.from({ code: 'invalid', operation, reason });
}
