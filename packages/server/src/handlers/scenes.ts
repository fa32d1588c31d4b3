import * as v from 'valibot';
import { badRequest } from '../errors/service-error.ts';
import { saveAssetItem } from '../store/files/asset-items.ts';
import { saveRemoteAsset } from '../store/files/asset-writes.ts';
import { metadataText } from './asset-fields.ts';
import { type Handlers, writeReply } from './handler.ts';

const SceneParams = v.object({
  experimentKey: v.string(),
  assetId: v.optional(v.string()),
  userFileName: v.nullish(v.string()),
  assetItemType: v.nullish(v.string()),
  thumbnailExtension: v.nullish(v.string()),
});

function sceneParams(text: string | undefined): v.InferOutput<typeof SceneParams> {
  let params: unknown;
  try {
    params = JSON.parse(text ?? '');
  } catch {
    throw badRequest('The part `requestParams` must be JSON');
  }
  const checked = v.safeParse(SceneParams, params);
  if (!checked.success) throw badRequest(`requestParams: ${checked.issues[0].message}`);
  return checked.output;
}

/** Handlers of the `assets` endpoints for 3D scenes, whose files are uploaded one by one. */
export const scenes = {
  create: async ({ body }, { store, now }) => {
    const asset = {
      experimentKey: body.experimentKey,
      fileName: body.userFileName || 'scene',
      type: body.assetType ?? '3d-image',
      step: body.step,
      metadata: metadataText(body.metadata),
    };
    const row = await saveRemoteAsset(store, asset, null, now());
    return { assetId: row.asset_id };
  },
  thumbnail: async ({ path, parts }, { store, now }) => {
    const { experimentKey, thumbnailExtension } = sceneParams(parts.requestParams);
    if (parts.thumbnail === undefined) throw badRequest('The upload has no part `thumbnail`');
    const fileName = `thumbnail${thumbnailExtension ?? '.png'}`;
    const item = { experimentKey, assetId: path.assetId, itemType: 'thumbnail', fileName };
    await saveAssetItem(store, item, parts.thumbnail, now());
    return writeReply();
  },
  addItem: async ({ parts }, { store, now }) => {
    const { experimentKey, assetId, assetItemType, userFileName } = sceneParams(parts.requestParams);
    if (parts.assetItemContent === undefined || assetId === undefined) {
      throw badRequest('The upload needs a part `assetItemContent` and, in `requestParams`, an assetId');
    }
    const itemType = assetItemType ?? 'item';
    const item = { experimentKey, assetId, itemType, fileName: userFileName || itemType };
    await saveAssetItem(store, item, parts.assetItemContent, now());
    return writeReply();
  },
  limits3d: () => ({
    maxPoints: 10_000_000,
    maxPointsFileSizeInBytes: 1024 ** 3,
    maxBoxes: 1_000_000,
    maxBoxesFileSizeInBytes: 1024 ** 3,
  }),
} satisfies Partial<Handlers<'assets'>>;
