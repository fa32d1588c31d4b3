import type { Connection, OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import {
  type AssetRecord,
  contract,
  type ModelVersion,
  type RegisteredModel,
  type WriteReply,
} from '../contract/index.ts';

const { registry } = contract;

/** Criteria of `findVersions`. A version must match all of them. */
export interface VersionSearch extends OperationOptions {
  /** Prefix of the version string, such as `1` or `1.2`. */
  readonly versionPrefix?: string;
  /** Tag of the version. */
  readonly tag?: string;
  /** Status of the version. */
  readonly status?: string;
}

/** Registered model, returned by `API.getModel`: its versions and their status, tags and files. */
export class Model {
  /** Workspace of the model. */
  readonly workspace: string;
  /** Name of the model. */
  readonly name: string;
  /** Id of the model in the registry. */
  readonly registryModelId: string;
  /** @internal */
  readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection, workspace: string, name: string, registryModelId: string) {
    this.connection = connection;
    this.workspace = workspace;
    this.name = name;
    this.registryModelId = registryModelId;
  }

  /** @internal */
  static async open(
    connection: Connection,
    workspace: string,
    name: string,
    options: OperationOptions,
  ): Promise<Model> {
    const query = { workspaceName: workspace, modelName: name };
    const { registryModelId } = await connection.call('getModel', registry.compactDetails, { query }, options);
    return new Model(connection, workspace, name, registryModelId);
  }

  /** Returns the model with all its versions, or one version with its status and tags. */
  async getDetails(options?: OperationOptions & { readonly version?: undefined }): Promise<RegisteredModel>;
  async getDetails(options: OperationOptions & { readonly version: string }): Promise<ModelVersion>;
  async getDetails(
    options: OperationOptions & { readonly version?: string | undefined } = {},
  ): Promise<RegisteredModel | ModelVersion> {
    const model = { workspaceName: this.workspace, modelName: this.name };
    const { version } = options;
    return version === undefined
      ? await this.connection.call('Model.getDetails', registry.details, { query: model }, options)
      : await this.connection.call('Model.getDetails', registry.version, { query: { ...model, version } }, options);
  }

  /** Returns the versions that match a prefix, tag and status, newest first. */
  async findVersions(search: VersionSearch = {}): Promise<string[]> {
    const query = {
      workspaceName: this.workspace,
      modelName: this.name,
      versionPrefix: search.versionPrefix ?? '',
      tag: search.tag,
      status: search.status,
    };
    const answer = await this.connection.call('Model.findVersions', registry.versions, { query }, search);
    return answer.items.map(({ version }) => version);
  }

  /** Returns the tags of a version. */
  async tags(version: string, options: OperationOptions = {}): Promise<string[]> {
    return (await this.getDetails({ ...options, version })).tags ?? [];
  }

  /** Returns the status of a version. */
  async status(version: string, options: OperationOptions = {}): Promise<string | null> {
    return (await this.getDetails({ ...options, version })).status ?? null;
  }

  /** Sets the status of a version, one of `modelRegistryAllowedStatusValues`. */
  async setStatus(version: string, status: string, options: OperationOptions = {}): Promise<WriteReply> {
    const modelItemId = await this.versionId(version, options);
    return await this.connection.call(
      'Model.setStatus',
      registry.setStatus,
      { body: { modelItemId, status } },
      options,
    );
  }

  /** Adds a tag to a version. A tag that the version already has is not duplicated. */
  async addTag(version: string, tag: string, options: OperationOptions = {}): Promise<WriteReply> {
    const query = { modelItemId: await this.versionId(version, options), stage: tag };
    return await this.connection.call('Model.addTag', registry.addStage, { query }, options);
  }

  /** Removes a tag from a version. */
  async deleteTag(version: string, tag: string, options: OperationOptions = {}): Promise<WriteReply> {
    const query = { modelItemId: await this.versionId(version, options), stage: tag };
    return await this.connection.call('Model.deleteTag', registry.deleteStage, { query }, options);
  }

  /** Returns the files of a version. */
  async getAssets(version: string, options: OperationOptions = {}): Promise<AssetRecord[]> {
    const query = { workspaceName: this.workspace, modelName: this.name, version };
    const answer = await this.connection.call('Model.getAssets', registry.downloadInstructions, { query }, options);
    return answer.versions[0]?.assets ?? [];
  }

  /** Returns the history of a version by day, in the format of the service. */
  async getVersionHistory(version: string, options: OperationOptions = {}): Promise<unknown> {
    const body = { registryModelItemId: await this.versionId(version, options), groupedBy: 'DAY' };
    return await this.connection.call('Model.getVersionHistory', registry.history, { body }, options);
  }

  private async versionId(version: string, options: OperationOptions): Promise<string> {
    return (await this.getDetails({ ...options, version })).registryModelItemId;
  }
}

operations(
  Model.prototype,
  {
    getDetails: [],
    findVersions: [],
    tags: ['version'],
    status: ['version'],
    setStatus: ['version', 'status'],
    addTag: ['version', 'tag'],
    deleteTag: ['version', 'tag'],
    getAssets: ['version'],
    getVersionHistory: ['version'],
  },
  'Model.',
);
