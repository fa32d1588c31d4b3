import { argument, flag, nonEmptyText, oneOf, text } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import type { ListPromise } from '../client/list-promise.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import type { WireBody } from '../client/transport.ts';
import { bufferedBody } from '../client/wire-body.ts';
import { type Curve, curveOf } from '../contract/curve.ts';
import { type AssetRecord, contract, parseLosslessJson, type WriteReply } from '../contract/index.ts';
import type { AssetType } from './asset-types.ts';
import type { ExperimentSubject } from './experiment-subject.ts';

const { assets } = contract;

/** Format in which an asset is returned. */
export type AssetReturnType = 'binary' | 'json' | 'response';

/** Response with an asset. */
export interface AssetResponse {
  /** HTTP status. */
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content, which can be read once. */
  readonly body: WireBody;
}

/** Operations on the assets, curves and models of an experiment. */
export interface AssetOperations {
  /** Returns the assets, `all` or of one type. Sizes are in bytes, times in ms. */
  getAssetList(
    options?: OperationOptions & {
      /** Type of the asset. Default: any type. */
      readonly assetType?: 'all' | AssetType | undefined;
    },
  ): ListPromise<AssetRecord>;
  /** Returns the bytes of an asset. */
  getAsset(
    assetId: string,
    options?: OperationOptions & {
      /** Form of the result. */
      readonly returnType?: 'binary' | undefined;
    },
  ): Promise<Uint8Array>;
  /** Returns the parsed value of a JSON asset. */
  getAsset(
    assetId: string,
    options: OperationOptions & {
      /** Form of the result. */
      readonly returnType: 'json';
    },
  ): Promise<unknown>;
  /**
   * Returns the response with headers and a body that can be read once. The body is buffered unless `stream` is set.
   */
  getAsset(
    assetId: string,
    options: OperationOptions & {
      /** Form of the result. */
      readonly returnType: 'response';
      /** Whether the response is returned as a stream. */
      readonly stream?: boolean | undefined;
    },
  ): Promise<AssetResponse>;
  /** Returns an asset in the form that is given. */
  getAsset(
    assetId: string,
    options?: OperationOptions & {
      /** Form of the result. Default: `binary`. */
      readonly returnType?: AssetReturnType | undefined;
      /** Whether a response is returned as a stream. */
      readonly stream?: boolean | undefined;
    },
  ): Promise<unknown>;
  /**
   * Returns the bytes of the first asset with this name, or null when there is none. A type makes the lookup faster.
   */
  getAssetByName(
    assetFilename: string,
    options?: OperationOptions & {
      /** Type of the asset. Default: `all`. */
      readonly assetType?: 'all' | AssetType | undefined;
      /** Form of the result. */
      readonly returnType?: 'binary' | undefined;
    },
  ): Promise<Uint8Array | null>;
  /** Returns the parsed value of the first JSON asset with this name, or null when there is none. */
  getAssetByName(
    assetFilename: string,
    options: OperationOptions & {
      /** Type of the asset. Default: `all`. */
      readonly assetType?: 'all' | AssetType | undefined;
      /** Form of the result. */
      readonly returnType: 'json';
    },
  ): Promise<unknown>;
  /** Returns the response with the first asset with this name, or null when there is none. */
  getAssetByName(
    assetFilename: string,
    options: OperationOptions & {
      /** Type of the asset. Default: `all`. */
      readonly assetType?: 'all' | AssetType | undefined;
      /** Form of the result. */
      readonly returnType: 'response';
      /** Whether the response is returned as a stream. */
      readonly stream?: boolean | undefined;
    },
  ): Promise<AssetResponse | null>;
  /** Returns the first asset with this name in the form that is given, or null when there is none. */
  getAssetByName(
    assetFilename: string,
    options?: OperationOptions & {
      /** Type of the asset. Default: `all`. */
      readonly assetType?: 'all' | AssetType | undefined;
      /** Form of the result. Default: `binary`. */
      readonly returnType?: AssetReturnType | undefined;
      /** Whether a response is returned as a stream. */
      readonly stream?: boolean | undefined;
    },
  ): Promise<unknown>;
  /** Deletes an asset. */
  deleteAsset(assetId: string, options?: OperationOptions): Promise<WriteReply>;
  /** Returns a curve by the id of its asset. */
  getCurve(assetId: string, options?: OperationOptions): Promise<Curve>;
  /** Returns all curves. */
  getCurves(options?: OperationOptions): ListPromise<Curve>;
  /** Returns the names of the logged models, without duplicates. */
  getModelNames(options?: OperationOptions): ListPromise<string>;
  /** Returns the files of one model. */
  getModelAssetList(modelName: string, options?: OperationOptions): ListPromise<AssetRecord>;
  /**
   * Returns the files of one model.
   * @deprecated use `getModelAssetList`.
   */
  getModelData(name: string, options?: OperationOptions): Promise<AssetRecord[]>;
}

interface AssetFormat {
  readonly returnType?: AssetReturnType | undefined;
  readonly stream?: boolean | undefined;
}

type Context = OperationContext<ExperimentSubject>;

const assetId = argument('assetId', text);
const format = { returnType: oneOf<AssetReturnType>(['binary', 'json', 'response']), stream: flag };

/** Returns the assets of a type. */
export async function listAssets({ call, subject }: Context, type: string): Promise<AssetRecord[]> {
  return (await call(assets.list, { query: { experimentKey: subject.key, type } })).assets;
}

async function modelAssets({ call, subject }: Context, modelName: string): Promise<AssetRecord[]> {
  return (await call(assets.modelAssets, { query: { experimentKey: subject.key, modelName } })).assets;
}

async function readAsset(context: Context, assetId: string, options: AssetFormat): Promise<unknown> {
  const { caller, operation, subject } = context;
  const query = { assetId, allow301: false, experimentKey: subject.key };
  const ownConnection = options.returnType === 'response' && options.stream === true;
  const response = await subject.connection.callForBody(operation, assets.get, { query }, { ...caller, ownConnection });
  if (options.returnType === 'response') {
    return options.stream ? response : { ...response, body: bufferedBody(await response.body.bytes()) };
  }
  if (options.returnType !== 'json') return await response.body.bytes();
  try {
    return parseLosslessJson(await response.body.text());
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw context.failure('malformed', `the asset ${assetId} is not JSON`, { remedy: 'Read it as bytes', cause });
  }
}

async function readCurve(context: Context, assetId: string, step: number | null): Promise<Curve> {
  const curve = curveOf(await readAsset(context, assetId, { returnType: 'json' }));
  if (curve !== null) return { ...curve, step, assetId };
  throw context.failure('malformed', `the asset ${assetId} is not a curve`, { remedy: 'Read it with getAsset' });
}

/** Definitions of the operations on the assets, curves and models of an experiment. */
export const assetOperations = defineOperations<AssetOperations, ExperimentSubject>({
  getAssetList: {
    options: { assetType: nonEmptyText },
    run: (context, { assetType = 'all' }) => listAssets(context, assetType),
    batches: ({ batches, subject }, { assetType: type = 'all' }) =>
      batches(assets.list, { query: { experimentKey: subject.key, type } }, 'assets'),
  },
  getAsset: { arguments: [assetId], options: format, run: readAsset },
  getAssetByName: {
    arguments: [argument('assetFilename', text)],
    options: { ...format, assetType: nonEmptyText },
    async run(context, assetName, { assetType: type, ...options }) {
      const query = { experimentKey: context.subject.key, assetName, ...(type === 'all' ? {} : { type }) };
      const [first] = (await context.call(assets.byName, { query })).assets;
      return first === undefined ? null : await readAsset(context, first.assetId, options);
    },
  },
  deleteAsset: {
    arguments: [assetId],
    run: ({ call, subject }, assetId) => call(assets.remove, { query: { experimentKey: subject.key, assetId } }),
  },
  getCurve: {
    arguments: [assetId],
    async run(context, assetId) {
      const [listed, curve] = await Promise.all([listAssets(context, 'curve'), readCurve(context, assetId, null)]);
      return { ...curve, step: listed.find((one) => one.assetId === assetId)?.step ?? null };
    },
  },
  getCurves: {
    async run(context) {
      const listed = await listAssets(context, 'curve');
      return await mapConcurrent(listed, ({ assetId, step }) => readCurve(context, assetId, step));
    },
    async *batches(context) {
      for (const { assetId, step } of await listAssets(context, 'curve'))
        yield [await readCurve(context, assetId, step)];
    },
  },
  getModelNames: {
    async run({ call, subject }) {
      const { models } = await call(assets.models, subject.keyQuery);
      return [...new Set(models.map(({ modelName }) => modelName))];
    },
    async *batches({ batches, subject }) {
      const seen = new Set<string>();
      for await (const batch of batches(assets.models, subject.keyQuery, 'models')) {
        const names = [...new Set(batch.map(({ modelName }) => modelName))].filter((name) => !seen.has(name));
        for (const name of names) seen.add(name);
        yield names;
      }
    },
  },
  getModelAssetList: {
    arguments: [argument('modelName', text)],
    run: modelAssets,
    batches: ({ batches, subject }, modelName) =>
      batches(assets.modelAssets, { query: { experimentKey: subject.key, modelName } }, 'assets'),
  },
  getModelData: { arguments: [argument('name', text)], deprecated: 'getModelAssetList', run: modelAssets },
});
