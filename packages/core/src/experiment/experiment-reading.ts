import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { RestApiException } from '../client/errors.ts';
import { bufferedBody, type WireBody } from '../client/transport.ts';
import {
  type AssetRecord,
  contract,
  type GitMetadata,
  type MetricRecord,
  type MetricSummary,
  type ParameterSummary,
  parseWireJson,
  type WriteReply,
} from '../contract/index.ts';
import { type AssetType, assetTypeArgument } from './asset-types.ts';
import { type Curve, curveOf } from './curve.ts';
import { ExperimentSystem } from './experiment-system.ts';
import { type OutputPiece, outputPieces } from './output-pieces.ts';

const { assets, experiments, metrics } = contract;

export type { AssetType } from './asset-types.ts';
export type { Curve } from './curve.ts';

/** Format in which an asset is returned. */
export type AssetReturnType = 'binary' | 'json' | 'response';

const assetReturnTypes: readonly AssetReturnType[] = ['binary', 'json', 'response'];

function checkReturnType(operation: string, given: AssetReturnType = 'binary'): void {
  if (assetReturnTypes.includes(given)) return;
  const reason = `${JSON.stringify(given)} is no returnType; there are ${assetReturnTypes.join(', ')}`;
  throw RestApiException.from({ code: 'invalid', operation, reason });
}

/** Options for reading an asset. */
export type AssetOptions = OperationOptions;

/** Response with an asset. */
export interface AssetResponse {
  /** HTTP status. */
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content, which can be read once. */
  readonly body: WireBody;
}

/** Parses the metadata of an asset, which the wire format has as a JSON string. */
function withMetadata(record: AssetRecord): AssetRecord {
  if (typeof record.metadata !== 'string') return record;
  try {
    return { ...record, metadata: JSON.parse(record.metadata) as unknown };
  } catch {
    return record;
  }
}

/** Reads logged data. */
export abstract class ExperimentReading extends ExperimentSystem {
  /** Returns all points of all metrics, or of one metric. Values are strings, timestamps are in ms. */
  async getMetrics(options: OperationOptions & { readonly metric?: string } = {}): Promise<MetricRecord[]> {
    const { metric } = options;
    const answer =
      metric === undefined
        ? await this.connection.call('getMetrics', metrics.all, this.mine, options)
        : await this.connection.call(
            'getMetrics',
            metrics.one,
            { query: { experimentKey: this.key, metricName: metric } },
            options,
          );
    return answer.metrics;
  }

  /** Returns the minimum, maximum and last value of each metric. */
  async getMetricsSummary(options?: OperationOptions & { readonly metric?: undefined }): Promise<MetricSummary[]>;
  /** Returns the summary of one metric, or null when it was not logged. */
  async getMetricsSummary(options: OperationOptions & { readonly metric: string }): Promise<MetricSummary | null>;
  async getMetricsSummary(
    options: OperationOptions & { readonly metric?: string | undefined } = {},
  ): Promise<MetricSummary[] | MetricSummary | null> {
    const { values } = await this.connection.call('getMetricsSummary', metrics.summary, this.mine, options);
    if (options.metric === undefined) return values;
    return values.find(({ name }) => name === options.metric) ?? null;
  }

  /** Returns the parameters with their values. */
  async getParametersSummary(
    options?: OperationOptions & { readonly parameter?: undefined },
  ): Promise<ParameterSummary[]>;
  /** Returns the summary of one parameter, or null when it was not logged. */
  async getParametersSummary(
    options: OperationOptions & { readonly parameter: string },
  ): Promise<ParameterSummary | null>;
  async getParametersSummary(
    options: OperationOptions & { readonly parameter?: string | undefined } = {},
  ): Promise<ParameterSummary[] | ParameterSummary | null> {
    const { values } = await this.connection.call('getParametersSummary', metrics.parameters, this.mine, options);
    if (options.parameter === undefined) return values;
    return values.find(({ name }) => name === options.parameter) ?? null;
  }

  /** Returns the other items with their values. */
  async getOthersSummary(options?: OperationOptions & { readonly other?: undefined }): Promise<ParameterSummary[]>;
  /** Returns a list with the current value of one item; empty when it was not logged. */
  async getOthersSummary(options: OperationOptions & { readonly other: string }): Promise<string[]>;
  async getOthersSummary(
    options: OperationOptions & { readonly other?: string | undefined } = {},
  ): Promise<ParameterSummary[] | string[]> {
    const { values } = await this.connection.call('getOthersSummary', experiments.others, this.mine, options);
    if (options.other === undefined) return values;
    return values.filter(({ name }) => name === options.other).map(({ valueCurrent }) => valueCurrent);
  }

  /** Returns the assets, `all` or of one type. Sizes are in bytes, times in ms. */
  async getAssetList(
    options: OperationOptions & { readonly assetType?: 'all' | AssetType } = {},
  ): Promise<AssetRecord[]> {
    const assetType = assetTypeArgument('getAssetList', 'assetType', options.assetType ?? 'all');
    return await this.listAssets('getAssetList', assetType, options);
  }

  /** Returns the bytes of an asset. */
  async getAsset(assetId: string, options?: AssetOptions & { readonly returnType?: 'binary' }): Promise<Uint8Array>;
  /** Returns the parsed value of a JSON asset. */
  async getAsset(assetId: string, options: AssetOptions & { readonly returnType: 'json' }): Promise<unknown>;
  /**
   * Returns the response with headers and a body that can be read once. The body is buffered unless `stream` is set.
   */
  async getAsset(
    assetId: string,
    options: AssetOptions & { readonly returnType: 'response'; readonly stream?: boolean },
  ): Promise<AssetResponse>;
  async getAsset(
    assetId: string,
    options: AssetOptions & { readonly returnType?: AssetReturnType; readonly stream?: boolean } = {},
  ): Promise<Uint8Array | AssetResponse | unknown> {
    return await this.readAsset('getAsset', assetId, options);
  }

  /**
   * Returns the first asset with this name in the requested format, or null when there is none. A type makes the
   * lookup faster.
   */
  async getAssetByName(
    assetFilename: string,
    options: AssetOptions & {
      readonly assetType?: 'all' | AssetType;
      readonly returnType?: AssetReturnType;
      readonly stream?: boolean;
    } = {},
  ): Promise<Uint8Array | AssetResponse | unknown | null> {
    checkReturnType('getAssetByName', options.returnType);
    const assetType = assetTypeArgument('getAssetByName', 'assetType', options.assetType ?? 'all');
    const type = assetType === 'all' ? {} : { type: assetType };
    const query = { experimentKey: this.key, assetName: assetFilename, ...type };
    const found = await this.connection.call('getAssetByName', assets.byName, { query }, options);
    const [first] = found.assets;
    return first === undefined ? null : await this.readAsset('getAssetByName', first.assetId, options);
  }

  /** Deletes an asset. */
  async deleteAsset(assetId: string, options: OperationOptions = {}): Promise<WriteReply> {
    const query = { experimentKey: this.key, assetId };
    return await this.connection.call('deleteAsset', assets.remove, { query }, options);
  }

  /** Returns a curve by the id of its asset. */
  async getCurve(assetId: string, options: OperationOptions = {}): Promise<Curve> {
    const [listed, curve] = await Promise.all([
      this.listAssets('getCurve', 'curve', options),
      this.readCurve('getCurve', assetId, null, options),
    ]);
    return { ...curve, step: listed.find((one) => one.assetId === assetId)?.step ?? null };
  }

  /** Returns all curves. */
  async getCurves(options: OperationOptions = {}): Promise<Curve[]> {
    const listed = await this.listAssets('getCurves', 'curve', options);
    return await Promise.all(listed.map(({ assetId, step }) => this.readCurve('getCurves', assetId, step, options)));
  }

  /**
   * Returns the source code that was set; null when there is none. The local service returns the logged script
   * instead if no code was set.
   */
  async getCode(options: OperationOptions = {}): Promise<string | null> {
    return (await this.connection.call('getCode', experiments.code, this.mine, options)).code;
  }

  /** Returns the logged HTML; null when there is none. It is untrusted. */
  async getHtml(options: OperationOptions = {}): Promise<string | null> {
    return (await this.connection.call('getHtml', experiments.html, this.mine, options)).html;
  }

  /** Returns standard output and error, in order. */
  async getOutput(options: OperationOptions = {}): Promise<string> {
    return (await this.connection.call('getOutput', experiments.output, this.mine, options)).output;
  }

  /**
   * Returns the output as consecutive pieces of standard output or standard error. If the service does not
   * distinguish them, there is one piece whose `stderr` is null.
   */
  async getOutputPieces(options: OperationOptions = {}): Promise<OutputPiece[]> {
    const answer = await this.connection.call('getOutputPieces', experiments.output, this.mine, options);
    return outputPieces(answer.output, answer.stderrRanges ?? null);
  }

  /** Returns the model graph: parsed if it is JSON, else as a string; null when there is none. */
  async getModelGraph(options: OperationOptions = {}): Promise<unknown> {
    const { graph } = await this.connection.call('getModelGraph', experiments.graph, this.mine, options);
    if (graph === null) return null;
    try {
      return JSON.parse(graph) as unknown;
    } catch {
      return graph;
    }
  }

  /** Returns user, root, branch, parent and origin of the git repository. */
  async getGitMetadata(options: OperationOptions = {}): Promise<GitMetadata> {
    return await this.connection.call('getGitMetadata', experiments.gitMetadata, this.mine, options);
  }

  /** Returns a zip archive with one patch file; null when none was logged. */
  async getGitPatch(options: OperationOptions = {}): Promise<Uint8Array | null> {
    const { body } = await this.connection.callForBody('getGitPatch', experiments.gitPatch, this.mine, options);
    const bytes = await body.bytes();
    // A JSON object instead of an archive means that there is none.
    return bytes.length === 0 || bytes[0] === 0x7b ? null : bytes;
  }

  /** Returns the names of the logged models, without duplicates. */
  async getModelNames(options: OperationOptions = {}): Promise<string[]> {
    const { models } = await this.connection.call('getModelNames', assets.models, this.mine, options);
    return [...new Set(models.map(({ modelName }) => modelName))];
  }

  /** Returns the files of one model. */
  async getModelAssetList(modelName: string, options: OperationOptions = {}): Promise<AssetRecord[]> {
    const query = { experimentKey: this.key, modelName };
    const answer = await this.connection.call('getModelAssetList', assets.modelAssets, { query }, options);
    return answer.assets.map(withMetadata);
  }

  /**
   * Returns the files of one model.
   * @deprecated use `getModelAssetList`.
   */
  async getModelData(name: string, options: OperationOptions = {}): Promise<AssetRecord[]> {
    this.connection.deprecated('getModelData', 'getModelAssetList');
    return await this.getModelAssetList(name, options);
  }

  protected async listAssets(operation: string, type: string, options: OperationOptions): Promise<AssetRecord[]> {
    const query = { experimentKey: this.key, type };
    return (await this.connection.call(operation, assets.list, { query }, options)).assets.map(withMetadata);
  }

  private async readAsset(
    operation: string,
    assetId: string,
    options: AssetOptions & { readonly returnType?: AssetReturnType; readonly stream?: boolean },
  ): Promise<unknown> {
    const query = { assetId, allow301: false, experimentKey: this.key };
    checkReturnType(operation, options.returnType);
    const response = await this.connection.callForBody(operation, assets.get, { query }, options);
    if (options.returnType === 'response') {
      return options.stream ? response : { ...response, body: bufferedBody(await response.body.bytes()) };
    }
    if (options.returnType !== 'json') return await response.body.bytes();
    try {
      return parseWireJson(await response.body.text());
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      const reason = `the asset ${assetId} is not JSON`;
      throw RestApiException.from({ code: 'malformed', operation, reason, remedy: 'Read it as bytes', cause });
    }
  }

  private async readCurve(
    operation: string,
    assetId: string,
    step: number | null,
    options: OperationOptions,
  ): Promise<Curve> {
    const curve = curveOf(await this.readAsset(operation, assetId, { ...options, returnType: 'json' }));
    if (curve !== null) return { ...curve, step, assetId };
    const reason = `the asset ${assetId} holds no curve`;
    throw RestApiException.from({ code: 'malformed', operation, reason, remedy: 'Read it with getAsset' });
  }
}

operations(ExperimentReading.prototype, {
  getMetrics: [],
  getMetricsSummary: [],
  getParametersSummary: [],
  getOthersSummary: [],
  getAssetList: [],
  getAsset: ['assetId'],
  getAssetByName: ['assetFilename'],
  deleteAsset: ['assetId'],
  getCurve: ['assetId'],
  getModelAssetList: ['modelName'],
  getModelData: ['name'],
});
