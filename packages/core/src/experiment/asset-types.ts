/** Asset types of the interface, followed by further types that the Python SDK logs. */
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

/** Type of an asset. Any string is valid; editors suggest the known types. */
export type AssetType = KnownAssetType | (string & {});
