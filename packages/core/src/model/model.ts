import { argument, text } from '../client/argument.ts';
import type { Connection, OperationOptions } from '../client/connection.ts';
import { Inspectable } from '../client/inspectable.ts';
import type { ListPromise } from '../client/list-promise.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { withOperations } from '../client/operation-methods.ts';
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
  readonly versionPrefix?: string | undefined;
  /** Tag of the version. */
  readonly tag?: string | undefined;
  /** Status of the version. */
  readonly status?: string | undefined;
}

/** Identity of a registered model. */
export class ModelIdentity extends Inspectable {
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
    super();
    this.connection = connection;
    this.workspace = workspace;
    this.name = name;
    this.registryModelId = registryModelId;
  }

  /** Name of the class. */
  get [Symbol.toStringTag](): string {
    return 'Model';
  }

  /** Returns the identity of the model. */
  toJSON(): Readonly<Record<string, string>> {
    const { workspace, name, registryModelId } = this;
    return { workspace, name, registryModelId };
  }

  protected get subject(): ModelIdentity {
    return this;
  }
}

/** Operations on the versions of a registered model. */
export interface ModelOperations {
  /** Returns the model with all its versions, or one version with its status and tags. */
  getDetails(
    options?: OperationOptions & {
      /** Semantic version. */
      readonly version?: undefined;
    },
  ): Promise<RegisteredModel>;
  getDetails(
    options: OperationOptions & {
      /** Semantic version. */
      readonly version: string;
    },
  ): Promise<ModelVersion>;
  getDetails(
    options?: OperationOptions & {
      /** Semantic version. */
      readonly version?: string | undefined;
    },
  ): Promise<RegisteredModel | ModelVersion>;
  /** Returns the versions that match a prefix, tag and status, newest first. */
  findVersions(search?: VersionSearch): ListPromise<string>;
  /** Returns the tags of a version. */
  tags(version: string, options?: OperationOptions): Promise<string[]>;
  /** Returns the status of a version. */
  status(version: string, options?: OperationOptions): Promise<string | null>;
  /** Sets the status of a version, one of `modelRegistryAllowedStatusValues`. */
  setStatus(version: string, status: string, options?: OperationOptions): Promise<WriteReply>;
  /** Adds a tag to a version. A tag that the version already has is not duplicated. */
  addTag(version: string, tag: string, options?: OperationOptions): Promise<WriteReply>;
  /** Removes a tag from a version. */
  deleteTag(version: string, tag: string, options?: OperationOptions): Promise<WriteReply>;
  /** Returns the files of a version. */
  getAssets(version: string, options?: OperationOptions): ListPromise<AssetRecord>;
  /** Returns the history of a version by day, in the format of the service. */
  getVersionHistory(version: string, options?: OperationOptions): Promise<unknown>;
}

type Context = OperationContext<ModelIdentity>;

const version = argument('version', text);
const tag = argument('tag', text);

const modelQuery = ({ subject }: Context) => ({ workspaceName: subject.workspace, modelName: subject.name });

const searchQuery = (context: Context, { versionPrefix = '', tag, status }: VersionSearch) => ({
  query: { ...modelQuery(context), versionPrefix, tag, status },
});

function versionDetails(context: Context, version: string): Promise<ModelVersion> {
  return context.call(registry.version, { query: { ...modelQuery(context), version } });
}

async function versionId(context: Context, version: string): Promise<string> {
  return (await versionDetails(context, version)).registryModelItemId;
}

/** Definitions of the operations on the versions of a registered model. */
const modelOperations = defineOperations<ModelOperations, ModelIdentity>({
  getDetails: {
    options: { version: text },
    run: (context, { version }): Promise<RegisteredModel | ModelVersion> =>
      version === undefined
        ? context.call(registry.details, { query: modelQuery(context) })
        : versionDetails(context, version),
  },
  findVersions: {
    options: { versionPrefix: text, tag: text, status: text },
    async run(context, search) {
      return (await context.call(registry.versions, searchQuery(context, search))).items.map((item) => item.version);
    },
    async *batches(context, search) {
      const found = context.batches(registry.versions, searchQuery(context, search), 'items');
      for await (const batch of found) yield batch.map((item) => item.version);
    },
  },
  tags: { arguments: [version], run: async (context, version) => (await versionDetails(context, version)).tags ?? [] },
  status: {
    arguments: [version],
    run: async (context, version) => (await versionDetails(context, version)).status ?? null,
  },
  setStatus: {
    arguments: [version, argument('status', text)],
    async run(context, version, status) {
      const modelItemId = await versionId(context, version);
      return await context.call(registry.setStatus, { body: { modelItemId, status } });
    },
  },
  addTag: {
    arguments: [version, tag],
    async run(context, version, stage) {
      const modelItemId = await versionId(context, version);
      return await context.call(registry.addStage, { query: { modelItemId, stage } });
    },
  },
  deleteTag: {
    arguments: [version, tag],
    async run(context, version, stage) {
      const modelItemId = await versionId(context, version);
      return await context.call(registry.deleteStage, { query: { modelItemId, stage } });
    },
  },
  getAssets: { arguments: [version], run: versionAssets, batches: 'whole' },
  getVersionHistory: {
    arguments: [version],
    async run(context, version) {
      const registryModelItemId = await versionId(context, version);
      return await context.call(registry.history, { body: { registryModelItemId, groupedBy: 'DAY' } });
    },
  },
});

/** Returns the files of a version. */
export async function versionAssets(context: Context, version: string): Promise<AssetRecord[]> {
  const { versions } = await context.call(registry.downloadInstructions, {
    query: { ...modelQuery(context), version },
  });
  return versions[0]?.assets ?? [];
}

/** Registered model, returned by `API.getModel`: its versions and their status, tags and files. */
export class Model extends withOperations<typeof ModelIdentity, ModelOperations>(
  ModelIdentity,
  modelOperations,
  'Model.',
) {}
