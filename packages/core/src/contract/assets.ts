import * as v from 'valibot';
import { clientlib, put, read, rest, write, writeByGet } from './endpoint.ts';
import { AssetRecord, WriteReply } from './records/index.ts';

const experimentKey = v.string();
const text = v.optional(v.string());
const number = v.optional(v.number());
const flag = v.optional(v.boolean());
/**
 * Boolean, or the name of an overwrite strategy: the Python SDK sends the strategy of a downloaded artifact when its
 * files are logged again.
 */
const overwrite = v.optional(
  v.pipe(
    v.union([v.boolean(), v.string()]),
    v.transform((value) => value === true || /^(?:true|1|overwrite)$/i.test(String(value))),
  ),
);

/** Query fields that both kinds of upload share. */
const upload = {
  fileName: text,
  step: number,
  epoch: number,
  overwrite,
  context: text,
  type: text,
  extension: text,
  /** Keys of the metadata, one field each. The values are sent in a multipart part. */
  metadata: v.optional(v.array(v.string())),
  isRemote: flag,
  groupingName: text,
  sampleRate: number,
  artifactVersionId: text,
  assetId: text,
};

const UploadReply = v.object({
  assetId: v.nullish(v.string(), ''),
  link: v.nullish(v.string(), null),
  msg: v.nullish(v.string(), ''),
  code: v.nullish(v.number(), 200),
});

const BigUploadStart = {
  startUploadParams: v.object({
    cloudType: v.nullish(v.string()),
    preSignUrlTimeoutSec: v.nullish(v.number()),
    numOfFileParts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  }),
  experimentId: v.string(),
  fileName: v.nullish(v.string()),
  assetId: v.nullish(v.string()),
  type: v.nullish(v.string()),
  extension: v.nullish(v.string()),
  step: v.nullish(v.union([v.number(), v.string()])),
  epoch: v.nullish(v.union([v.number(), v.string()])),
  context: v.nullish(v.string()),
  groupingName: v.nullish(v.string()),
  artifactVersionId: v.nullish(v.string()),
  overwrite: v.nullish(v.union([v.boolean(), v.string()])),
  metadata: v.nullish(v.unknown()),
};

/** Endpoints of the files and models of an experiment: list, read, upload. */
export const assets = {
  /** The assets of an experiment, all or of one type. */
  list: read(rest('experiment/asset/list'), {
    query: { experimentKey, type: text },
    response: v.object({ assets: v.nullish(v.array(AssetRecord), () => []) }),
    timeout: 'list',
    reads: ['assets'],
  }),
  /** The assets of one name. */
  byName: read(rest('experiment/asset/get-by-name'), {
    query: { experimentKey, assetName: v.string(), type: text },
    response: v.object({ assets: v.nullish(v.array(AssetRecord), () => []) }),
    timeout: 'list',
    reads: ['assets'],
  }),
  /** The bytes of an asset; a Range is honored. */
  get: read(rest('experiment/asset/get-asset'), {
    query: { assetId: v.string(), allow301: flag, experimentKey: text, artifactVersionId: text },
    response: 'bytes',
    timeout: 'download',
    // Path that the Python SDK writes into files that refer to other assets, such as embeddings.
    alsoAt: ['/api/asset/download'],
    reads: ['assets'],
  }),
  /** Deletes an asset. */
  remove: writeByGet(rest('write/experiment/asset/delete'), {
    query: { experimentKey, assetId: v.string() },
    response: WriteReply,
    repeatable: true,
    invalidates: ['assets'],
  }),
  /** Uploads one file; with `isRemote` the part `link` has its address. */
  upload: write(rest('write/experiment/upload-asset'), {
    query: { experimentKey, ...upload },
    parts: ['file', 'metadata', 'link'],
    response: UploadReply,
    timeout: 'upload',
    // The client generates the `assetId`, so a file sent twice becomes one asset.
    repeatable: true,
    invalidates: ['assets'],
  }),
  /** Uploads one file under an id created by the client. */
  uploadOnline: write(clientlib('asset/upload'), {
    query: { experimentId: v.string(), projectId: text, runId: text, ...upload },
    parts: ['file', 'metadata', 'link'],
    response: UploadReply,
    timeout: 'upload',
    repeatable: true,
    invalidates: ['assets'],
  }),
  /** Uploads an image or a figure. */
  uploadFigure: write(clientlib('visualizations/upload'), {
    query: {
      experimentId: v.string(),
      projectId: text,
      runId: text,
      step: number,
      epoch: number,
      figName: text,
      figCounter: number,
      overwrite,
      imageId: text,
      context: text,
      extension: text,
      metadata: v.optional(v.array(v.string())),
    },
    parts: ['file', 'metadata'],
    response: UploadReply,
    timeout: 'upload',
    repeatable: true,
    invalidates: ['assets'],
  }),
  /** Creates an asset whose files are added one by one (3D points). */
  create: write(clientlib('asset'), {
    body: v.object({
      experimentKey,
      userFileName: v.nullish(v.string()),
      assetType: v.nullish(v.string()),
      step: v.nullish(v.number()),
      metadata: v.nullish(v.unknown()),
    }),
    response: v.object({ assetId: v.string() }),
    invalidates: ['assets'],
  }),
  /** Sets the thumbnail of an asset that has several files. */
  thumbnail: put(clientlib('asset/{assetId}/thumbnail'), {
    parts: ['requestParams', 'thumbnail'],
    response: WriteReply,
    timeout: 'upload',
    repeatable: true,
    invalidates: ['assets'],
  }),
  /** Adds a file to an asset that has several. */
  addItem: write(clientlib('asset/asset-item'), {
    parts: ['requestParams', 'assetItemContent'],
    response: WriteReply,
    timeout: 'upload',
    invalidates: ['assets'],
  }),
  /** Limits of a 3D asset. */
  limits3d: write(clientlib('asset/3d-limits'), {
    body: v.object({ experimentKey }),
    response: v.object({
      maxPoints: v.number(),
      maxPointsFileSizeInBytes: v.number(),
      maxBoxes: v.number(),
      maxBoxesFileSizeInBytes: v.number(),
    }),
    repeatable: true,
    invalidates: [],
  }),
  /** Starts a multipart upload; returns an address for each part. */
  uploadStart: write(clientlib('asset/upload-start'), {
    body: v.object(BigUploadStart),
    alsoAt: ['/clientlib/visualizations/upload-start'],
    response: v.object({ requestId: v.string(), preSignUrl: v.array(v.string()) }),
    invalidates: [],
  }),
  /** Uploads one part as raw bytes to the returned address; the response has an ETag. */
  uploadPart: put(clientlib('asset/upload-part/{requestId}/{partNumber}'), {
    query: { signature: v.string() },
    response: WriteReply,
    timeout: 'upload',
    repeatable: true,
    invalidates: [],
  }),
  /** Completes a multipart upload. */
  uploadComplete: write(clientlib('asset/upload-complete'), {
    body: v.object({
      requestId: v.string(),
      succeed: v.nullish(v.boolean()),
      fileSize: v.nullish(v.number()),
      uploadedFileParts: v.nullish(v.array(v.object({ ETag: v.string(), PartNumber: v.number() }))),
    }),
    alsoAt: ['/clientlib/visualizations/upload-complete'],
    response: WriteReply,
    repeatable: true,
    timeout: 'upload',
    invalidates: ['assets'],
  }),
  /** Stores a zip archive with `git_diff.patch`. */
  gitPatchOnline: write(clientlib('git-patch/upload'), {
    query: { experimentId: v.string(), projectId: text },
    parts: ['file'],
    response: WriteReply,
    timeout: 'upload',
    repeatable: true,
    invalidates: ['git'],
  }),
  /** Logs a model whose files are stored elsewhere. */
  logRemoteModel: write(clientlib('asset/log-remote-model'), {
    body: v.object({
      experimentKey,
      modelName: v.string(),
      remoteEntities: v.pipe(
        v.array(
          v.object({
            remoteUrl: v.pipe(v.string(), v.nonEmpty()),
            assetId: v.nullish(v.string()),
            fileName: v.nullish(v.string()),
            /** Metadata as JSON text. */
            metadata: v.nullish(v.string()),
          }),
        ),
        v.nonEmpty(),
      ),
    }),
    response: WriteReply,
    invalidates: ['assets'],
  }),
  /** The models logged to an experiment. */
  models: read(rest('experiment/model'), {
    query: { experimentKey },
    response: v.object({
      models: v.nullish(
        v.array(v.object({ modelName: v.string(), experimentModelId: v.nullish(v.string(), '') })),
        () => [],
      ),
    }),
    reads: ['assets'],
  }),
  /** The files of one logged model. */
  modelAssets: read(rest('experiment/model/asset/list'), {
    query: { experimentKey, modelName: v.string() },
    response: v.object({ assets: v.nullish(v.array(AssetRecord), () => []) }),
    reads: ['assets'],
  }),
  /** The files of one logged model as a zip archive. */
  downloadModel: read(rest('experiment/model/download'), {
    query: { experimentKey, modelName: v.string() },
    response: 'bytes',
    timeout: 'download',
    reads: ['assets'],
  }),
};
