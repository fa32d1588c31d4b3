import { contract } from '@tracklens/core/contract';
import * as v from 'valibot';
import { badRequest, notFound, ServiceError, sdkErrorCode } from '../errors/service-error.ts';
import { bodyPieces } from '../http/body-pieces.ts';
import { contentReply } from '../http/content-reply.ts';
import { inBatches, jsonReply, listPieces, streamedJson } from '../http/reply.ts';
import { zipReply } from '../http/zip-stream.ts';
import { newId } from '../store/database/new-id.ts';
import { requireExperiment } from '../store/experiments/experiments.ts';
import { listAssetItems } from '../store/files/asset-items.ts';
import { assetInteger, type NewAsset, saveAsset, saveRemoteAsset } from '../store/files/asset-writes.ts';
import { deleteAsset, listAssets, requireAsset } from '../store/files/assets.ts';
import { contentPath } from '../store/files/contents.ts';
import type { FilePart } from '../store/files/incoming-files.ts';
import { beginUpload, dropUpload, finishUpload, savePart } from '../store/files/multipart-uploads.ts';
import { findArtifactVersion } from '../store/registry/artifact-versions.ts';
import { listExperimentModels } from '../store/registry/experiment-models.ts';
import { fileNameOfPath, fileNameOfUrl, metadataText } from './asset-fields.ts';
import { assetLink, assetRecord } from './asset-records.ts';
import { fileArchive } from './file-archive.ts';
import { saveGitPatch } from './git-patch.ts';
import type { HandlerContext, Handlers } from './handler.ts';
import { writeReply } from './handler.ts';
import { scenes } from './scenes.ts';

/** Name that the client sends when the service should choose one. */
const automaticName = 'auto-generated-in-the-backend';

interface Upload {
  readonly fileName?: string | undefined;
  readonly type?: string | undefined;
  readonly extension?: string | undefined;
  readonly step?: number | undefined;
  readonly epoch?: number | undefined;
  readonly context?: string | undefined;
  readonly overwrite?: boolean | undefined;
  readonly assetId?: string | undefined;
  readonly groupingName?: string | undefined;
  readonly artifactVersionId?: string | undefined;
  readonly isRemote?: boolean | undefined;
}

interface UploadParts {
  readonly file?: FilePart;
  readonly metadata?: string;
  readonly link?: string;
}

function chosenName(query: Upload, parts: UploadParts, assetId: string): string {
  if (query.fileName === automaticName) return `${query.type ?? 'asset'}-${assetId.slice(0, 8)}.txt`;
  if (query.fileName) return query.fileName;
  // Two clients send the name only in the file's part or, for remote files, in the URL.
  const sent = parts.link === undefined ? fileNameOfPath(parts.file?.fileName ?? '') : fileNameOfUrl(parts.link);
  return sent || `${query.type ?? 'asset'}-${assetId.slice(0, 8)}`;
}

async function upload(
  experimentKey: string,
  query: Upload,
  parts: UploadParts,
  { store, now, origin }: HandlerContext,
) {
  await requireExperiment(store.db, experimentKey);
  const assetId = query.assetId || newId();
  const asset: NewAsset = {
    ...query,
    experimentKey,
    assetId,
    fileName: chosenName(query, parts, assetId),
    metadata: metadataText(parts.metadata),
    modelName: query.groupingName,
  };
  if (parts.link !== undefined) {
    const row = await saveRemoteAsset(store, asset, parts.link.trim(), now());
    return { assetId: row.asset_id, link: row.remote_link, msg: 'Saved', code: 200 };
  }
  if (parts.file === undefined) throw badRequest('The upload has no part `file` and no part `link`');
  const row = await saveAsset(store, asset, parts.file, now());
  return { assetId: row.asset_id, link: assetLink(origin, row), msg: 'Saved', code: 200 };
}

/**
 * Returns the asset of an upload in parts.
 *
 * @throws ServiceError 400 for metadata, a step or an epoch that cannot be stored.
 */
function assetOfParts(request: v.InferOutput<typeof contract.assets.uploadStart.body>): NewAsset {
  const assetId = request.assetId || newId();
  return {
    experimentKey: request.experimentId,
    assetId,
    fileName: request.fileName || `asset-${assetId.slice(0, 8)}`,
    type: request.type ?? undefined,
    extension: request.extension ?? undefined,
    step: assetInteger('step', request.step),
    epoch: assetInteger('epoch', request.epoch),
    context: request.context,
    metadata: metadataText(request.metadata),
    modelName: request.groupingName,
    artifactVersionId: request.artifactVersionId,
    overwrite: /^true$/i.test(String(request.overwrite ?? false)),
  };
}

/** Handlers of the `assets` endpoints. */
export const assets: Handlers<'assets'> = {
  ...scenes,
  list: async ({ query }, { store, origin }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await listAssets(store, query.experimentKey, { type: query.type });
    const records = inBatches(rows, (row) => assetRecord(row, origin));
    return await streamedJson(store.longReads, listPieces('{"assets":', records, '}'));
  },
  byName: async ({ query }, { store, origin }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await listAssets(store, query.experimentKey, { type: query.type, fileName: query.assetName });
    return { assets: rows.map((row) => assetRecord(row, origin)) };
  },
  get: async ({ query, headers }, { store }) => {
    // A file of an artifact belongs to the experiment that logged it; the request contains the key of the experiment
    // that reads it.
    const version = query.artifactVersionId ? await findArtifactVersion(store.db, query.artifactVersionId) : null;
    const experimentKey = version?.experiment_key ?? query.experimentKey;
    if (!experimentKey) throw badRequest('Name the experimentKey or the artifactVersionId of the asset');
    const row = await requireAsset(store.db, experimentKey, query.assetId);
    if (row.sha256 === null && row.remote_link === null) {
      // A 3D scene was uploaded as several files and has no bytes of its own.
      const items = await listAssetItems(store.db, row.experiment_key, row.asset_id);
      const members = items.map((item) => ({
        name: item.file_name,
        path: contentPath(store, item.sha256),
        size: item.file_size,
      }));
      return zipReply(members, `${row.file_name}.zip`);
    }
    if (row.sha256 === null) {
      const data = { link: row.remote_link };
      throw new ServiceError(404, `The asset ${row.asset_id} is stored elsewhere`, sdkErrorCode.none, { data });
    }
    const { sha256, extension, type } = row;
    return await contentReply(store, { sha256, extension, type }, headers);
  },
  remove: async ({ query }, { store }) => {
    await deleteAsset(store, query.experimentKey, query.assetId);
    return writeReply('Deleted');
  },
  upload: ({ query, parts }, context) => upload(query.experimentKey, query, parts, context),
  uploadOnline: ({ query, parts }, context) => upload(query.experimentId, query, parts, context),
  uploadFigure: ({ query, parts }, context) => {
    const counter = query.figCounter === undefined ? '' : `-${query.figCounter}`;
    const fileName = query.figName || fileNameOfPath(parts.file?.fileName ?? '') || `figure${counter}`;
    return upload(query.experimentId, { ...query, assetId: query.imageId, type: 'image', fileName }, parts, context);
  },
  uploadStart: async ({ body }, { store, origin, now }) => {
    await requireExperiment(store.db, body.experimentId);
    // Rejects what could not be stored before the client sends the parts.
    assetOfParts(body);
    const begun = await beginUpload(store, body, body.startUploadParams.numOfFileParts, now());
    return { requestId: begun.requestId, preSignUrl: begun.addresses.map((address) => origin + address) };
  },
  uploadPart: async ({ path, query, stream }, { store }) => {
    const etag = await savePart(store, path.requestId, path.partNumber, query.signature, bodyPieces(stream));
    const reply = jsonReply(writeReply());
    reply.headers.set('etag', etag);
    return reply;
  },
  uploadComplete: async ({ body }, { store, now }) => {
    if (body.succeed === false) {
      await dropUpload(store, body.requestId);
      return writeReply('Dropped');
    }
    await finishUpload(store, body.requestId, async (description, file) => {
      const asset = assetOfParts(v.parse(contract.assets.uploadStart.body, description));
      return await saveAsset(store, asset, file, now());
    });
    return writeReply();
  },
  gitPatchOnline: async ({ query, parts }, { store, now }) => {
    if (parts.file === undefined) throw badRequest('The upload has no part `file`');
    await saveGitPatch(store, query.experimentId, parts.file, now());
    return writeReply();
  },
  logRemoteModel: async ({ body }, { store, now }) => {
    await requireExperiment(store.db, body.experimentKey);
    const { experimentKey, modelName } = body;
    for (const { remoteUrl, fileName, assetId, metadata } of body.remoteEntities) {
      const asset = {
        experimentKey,
        modelName,
        assetId: assetId ?? undefined,
        fileName: fileName || fileNameOfUrl(remoteUrl) || remoteUrl,
        type: 'model-element',
        metadata: metadataText(metadata),
      };
      await saveRemoteAsset(store, asset, remoteUrl, now());
    }
    return writeReply();
  },
  models: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await listExperimentModels(store, query.experimentKey);
    return {
      models: rows.map((row) => ({ modelName: row.model_name, experimentModelId: row.experiment_model_id })),
    };
  },
  modelAssets: async ({ query }, { store, origin }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await listAssets(store, query.experimentKey, { modelName: query.modelName });
    return { assets: rows.map((row) => assetRecord(row, origin)) };
  },
  downloadModel: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await listAssets(store, query.experimentKey, { modelName: query.modelName });
    if (rows.length === 0) throw notFound(`The experiment has no model ${query.modelName}`);
    return fileArchive(store, rows, `${query.modelName}.zip`);
  },
};
