import type { API } from '@tracklens/core/browser';
import type { AssetRecord } from '@tracklens/core/contract';
import { fileSizeText } from '../text/size-text.ts';
import { naturalOrder } from '../text/text-order.ts';
import type { Translate } from '../text/translate.ts';
import type { TreeNode, TreeNodeOf } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';

/** Returns the nodes of the files of an experiment, by name and step. */
export async function experimentFiles(
  api: API,
  parent: TreeNodeOf<'experiment'>,
  { t, signal }: { readonly t: Translate; readonly signal: AbortSignal | undefined },
): Promise<readonly TreeNode[]> {
  const { experimentKey } = parent.target;
  const experiment = await api.getExperimentByKey(experimentKey, { signal });
  const assets = (await experiment?.getAssetList({ signal })) ?? [];
  return [...assets].sort(byNameAndStep).map((asset) => ({
    id: treeNodeId(parent, asset.assetId),
    kind: 'file',
    label: asset.fileName,
    description: [asset.step === null ? '' : t('step %1', asset.step), fileSizeText(asset, t)]
      .filter(Boolean)
      .join(' · '),
    expandable: false,
    file: {
      assetId: asset.assetId,
      sizeBytes: asset.fileSize,
      ...(asset.remote ? { link: asset.link } : {}),
      owner: { experimentKey },
    },
  }));
}

function byNameAndStep(a: AssetRecord, b: AssetRecord): number {
  return naturalOrder(a.fileName, b.fileName) || (a.step ?? -1) - (b.step ?? -1);
}
