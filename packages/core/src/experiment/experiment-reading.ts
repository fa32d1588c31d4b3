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

/** In what form an asset is given. */
export type AssetReturnType = 'binary' | 'json' | 'response';

const assetReturnTypes: readonly AssetReturnType[] = ['binary', 'json', 'response'];

function checkReturnType(operation: string, given: AssetReturnType = 'binary'): void {
  if (assetReturnTypes.includes(given)) return;
  const reason = `${JSON.stringify(given)} is no returnType; there are ${assetReturnTypes.join(', ')}`;
  throw RestApiException.from({ code: 'invalid', operation, reason });
}

/** How an asset is read. */
export type AssetOptions = OperationOptions;

/** An asset as the service answered it. */
export interface AssetResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireBody;
}

/** Metadata of assets is JSON text on this wire. */
function withMetadata(record: AssetRecord): AssetRecord {
  if (typeof record.metadata !== 'string') return record;
  try {
    return { ...record, metadata: JSON.parse(record.metadata) as unknown };
  } catch {
    return record;
  }
}

/** Reading what was logged (section 4.11). */
export abstract class ExperimentReading extends ExperimentSystem {
  /** Every point of every metric, or of one; values as text, timestamps in ms (sections 2, 4.11). */
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

  /** Minimum, maximum and last value of each metric (sections 2, 4.11). */
  async getMetricsSummary(options?: OperationOptions & { readonly metric?: undefined }): Promise<MetricSummary[]>;
  /** The summary of one metric, or null when it was not logged. */
  async getMetricsSummary(options: OperationOptions & { readonly metric: string }): Promise<MetricSummary | null>;
  async getMetricsSummary(
    options: OperationOptions & { readonly metric?: string | undefined } = {},
  ): Promise<MetricSummary[] | MetricSummary | null> {
    const { values } = await this.connection.call('getMetricsSummary', metrics.summary, this.mine, options);
    if (options.metric === undefined) return values;
    return values.find(({ name }) => name === options.metric) ?? null;
  }

  /** The parameters with their values (sections 2, 4.11). */
  async getParametersSummary(
    options?: OperationOptions & { readonly parameter?: undefined },
  ): Promise<ParameterSummary[]>;
  /** The summary of one parameter, or null when it was not logged. */
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

  /** The other items with their values (sections 2, 4.11). */
  async getOthersSummary(options?: OperationOptions & { readonly other?: undefined }): Promise<ParameterSummary[]>;
  /** A list that holds the current value of one item; empty when it was not logged. */
  async getOthersSummary(options: OperationOptions & { readonly other: string }): Promise<string[]>;
  async getOthersSummary(
    options: OperationOptions & { readonly other?: string | undefined } = {},
  ): Promise<ParameterSummary[] | string[]> {
    const { values } = await this.connection.call('getOthersSummary', experiments.others, this.mine, options);
    if (options.other === undefined) return values;
    return values.filter(({ name }) => name === options.other).map(({ valueCurrent }) => valueCurrent);
  }

  /** The assets, `all` or of one type, which is any that was logged; sizes in bytes, times in ms (sections 2, 4.11). */
  async getAssetList(
    options: OperationOptions & { readonly assetType?: 'all' | AssetType } = {},
  ): Promise<AssetRecord[]> {
    const assetType = assetTypeArgument('getAssetList', 'assetType', options.assetType ?? 'all');
    return await this.listAssets('getAssetList', assetType, options);
  }

  /** The bytes of an asset (section 4.11). */
  async getAsset(assetId: string, options?: AssetOptions & { readonly returnType?: 'binary' }): Promise<Uint8Array>;
  /** The value of an asset that is JSON. */
  async getAsset(assetId: string, options: AssetOptions & { readonly returnType: 'json' }): Promise<unknown>;
  /** The whole answer: headers, and a body that is read once, as it arrives with `stream`. */
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

  /** The first asset of a name, in the form asked for, or null when there is none; a type makes it faster (section 4.11). */
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

  /** Deletes an asset (section 4.11). */
  async deleteAsset(assetId: string, options: OperationOptions = {}): Promise<WriteReply> {
    const query = { experimentKey: this.key, assetId };
    return await this.connection.call('deleteAsset', assets.remove, { query }, options);
  }

  /** One curve by the id of its asset (sections 2, 4.11). */
  async getCurve(assetId: string, options: OperationOptions = {}): Promise<Curve> {
    const [listed, curve] = await Promise.all([
      this.listAssets('getCurve', 'curve', options),
      this.readCurve('getCurve', assetId, null, options),
    ]);
    return { ...curve, step: listed.find((one) => one.assetId === assetId)?.step ?? null };
  }

  /** All curves (sections 2, 4.11). */
  async getCurves(options: OperationOptions = {}): Promise<Curve[]> {
    const listed = await this.listAssets('getCurves', 'curve', options);
    return await Promise.all(listed.map(({ assetId, step }) => this.readCurve('getCurves', assetId, step, options)));
  }

  /** The source code: what was set, else of the local service the script that was logged; null when there is none (section 4.11). */
  async getCode(options: OperationOptions = {}): Promise<string | null> {
    return (await this.connection.call('getCode', experiments.code, this.mine, options)).code;
  }

  /** The HTML logged, untrusted text; null when there is none (section 4.11). */
  async getHtml(options: OperationOptions = {}): Promise<string | null> {
    return (await this.connection.call('getHtml', experiments.html, this.mine, options)).html;
  }

  /** Standard output and error, in order (section 4.11). */
  async getOutput(options: OperationOptions = {}): Promise<string> {
    return (await this.connection.call('getOutput', experiments.output, this.mine, options)).output;
  }

  /**
   * The output in pieces that follow one another, each of standard output or of standard error. A service that does not tell them
   * apart gives one piece whose `stderr` is null.
   */
  async getOutputPieces(options: OperationOptions = {}): Promise<OutputPiece[]> {
    const answer = await this.connection.call('getOutputPieces', experiments.output, this.mine, options);
    return outputPieces(answer.output, answer.stderrRanges ?? null);
  }

  /** The description of the model graph: JSON where it is JSON, else text; null when there is none (section 4.11). */
  async getModelGraph(options: OperationOptions = {}): Promise<unknown> {
    const { graph } = await this.connection.call('getModelGraph', experiments.graph, this.mine, options);
    if (graph === null) return null;
    try {
      return JSON.parse(graph) as unknown;
    } catch {
      return graph;
    }
  }

  /** User, root, branch, parent and origin of the code (sections 2, 4.11). */
  async getGitMetadata(options: OperationOptions = {}): Promise<GitMetadata> {
    return await this.connection.call('getGitMetadata', experiments.gitMetadata, this.mine, options);
  }

  /** A zip archive with one patch file; null when none was logged (sections 2, 4.11). */
  async getGitPatch(options: OperationOptions = {}): Promise<Uint8Array | null> {
    const { body } = await this.connection.callForBody('getGitPatch', experiments.gitPatch, this.mine, options);
    const bytes = await body.bytes();
    // A JSON object in place of an archive says that there is none.
    return bytes.length === 0 || bytes[0] === 0x7b ? null : bytes;
  }

  /** The names of the models logged, each once (section 4.11). */
  async getModelNames(options: OperationOptions = {}): Promise<string[]> {
    const { models } = await this.connection.call('getModelNames', assets.models, this.mine, options);
    return [...new Set(models.map(({ modelName }) => modelName))];
  }

  /** The files of one model (sections 2, 4.11). */
  async getModelAssetList(modelName: string, options: OperationOptions = {}): Promise<AssetRecord[]> {
    const query = { experimentKey: this.key, modelName };
    const answer = await this.connection.call('getModelAssetList', assets.modelAssets, { query }, options);
    return answer.assets.map(withMetadata);
  }

  /**
   * The files of one model.
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
