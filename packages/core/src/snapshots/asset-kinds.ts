/** Fields of an asset that decide which tab shows it. */
interface KindOfAsset {
  readonly type: string;
  readonly image: boolean;
  readonly audio: boolean;
  readonly histogram: boolean;
}

/** Whether a tab shows an asset, by tab. */
export const assetKinds: Readonly<Record<AssetTab, (asset: KindOfAsset) => boolean>> = {
  assets: () => true,
  charts: ({ type }) => type === 'curve',
  audio: ({ audio, type }) => audio || type === 'audio',
  code: ({ type }) => type === 'source_code' || type === 'notebook',
  'confusion-matrices': ({ type }) => type === 'confusion-matrix',
  histograms: ({ histogram, type }) => histogram || type === 'histogram3d' || type === 'histogram_combined_3d',
  images: ({ image, type }) => image || type === 'image' || type === 'visualization',
  text: ({ type }) => type === 'text-sample',
};

/** Tab that shows assets. */
export type AssetTab = 'assets' | 'audio' | 'charts' | 'code' | 'confusion-matrices' | 'histograms' | 'images' | 'text';
