import { RestApiException } from '../client/errors.ts';
import { textArgument } from '../client/validate-arguments.ts';

/** The types that section 4.11 names, then the further ones that the Python SDK gives to what it logs. */
type KnownAssetType =
  | 'image'
  | 'histogram_combined_3d'
  | 'video'
  | 'audio'
  | 'asset'
  | 'source_code'
  | 'model-element'
  | 'curve'
  | 'histogram3d'
  | 'confusion-matrix'
  | 'text-sample'
  | 'dataframe'
  | 'dataframe-profile'
  | 'notebook'
  | 'embeddings'
  | 'visualization'
  | 'tensorflow-file'
  | '3d-image'
  | 'git-patch'
  | 'asset-item'
  | 'conda-environment-definition'
  | 'conda-info'
  | 'conda-specification';

/** The type of an asset: a word of whoever logs it. An editor offers the usual ones. */
export type AssetType = KnownAssetType | (string & {});

/**
 * The type that an operation was given, under the name of its argument.
 *
 * @throws RestApiException `invalid` for what is no word: a service takes an empty one for none
 */
export function assetTypeArgument(operation: string, argument: string, given: AssetType): AssetType {
  const type = textArgument(operation, argument, given);
  if (type !== '') return type;
  throw RestApiException.from({ code: 'invalid', operation, reason: `${argument} must not be empty` });
}
