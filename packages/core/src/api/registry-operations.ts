import { argument, flag, number, text, texts } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import type { ListPromise } from '../client/list-promise.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { contract, type ModelVersion, type RegisteredModel, type WriteReply } from '../contract/index.ts';
import type { Model } from '../model/model.ts';
import type { AccountSubject } from './account.ts';
import { named } from './arguments.ts';

const { registry } = contract;

/** Changes of `updateRegistryModel`. Absent fields are not changed. */
export interface RegistryModelChanges extends OperationOptions {
  /** New name. */
  readonly newName?: string | undefined;
  /** New description. */
  readonly description?: string | undefined;
  /** Whether everyone can see the model. */
  readonly public?: boolean | undefined;
}

/** Operations on the model registry. */
export interface RegistryOperations<M> {
  /**
   * Returns a registered model, to read and change its versions.
   * @throws RestApiException `not-found` when the model does not exist
   */
  getModel(workspace: string, modelName: string, options?: OperationOptions): Promise<M>;
  /** Returns the number of registered models in a workspace. */
  getRegistryModelCount(workspace: string, options?: OperationOptions): Promise<number>;
  /** Returns the names of the registered models. */
  getRegistryModelNames(workspace: string, options?: OperationOptions): ListPromise<string>;
  /** Returns a registered model with its versions. */
  getRegistryModelDetails(
    workspace: string,
    registryName: string,
    options?: OperationOptions & {
      /** Semantic version. */
      readonly version?: undefined;
    },
  ): Promise<RegisteredModel>;
  /** Returns one version of a registered model; null when there is no such version. */
  getRegistryModelDetails(
    workspace: string,
    registryName: string,
    options: OperationOptions & {
      /** Semantic version. */
      readonly version: string;
    },
  ): Promise<ModelVersion | null>;
  /** Returns a registered model with its versions, or the one that is given. */
  getRegistryModelDetails(
    workspace: string,
    registryName: string,
    options?: OperationOptions & {
      /** Semantic version. */
      readonly version?: string | undefined;
    },
  ): Promise<RegisteredModel | ModelVersion | null>;
  /** Returns the version strings of a registered model. */
  getRegistryModelVersions(workspace: string, registryName: string, options?: OperationOptions): ListPromise<string>;
  /** Returns the notes of a registered model. */
  getRegistryModelNotes(workspace: string, registryName: string, options?: OperationOptions): Promise<string>;
  /** Replaces the notes of a registered model. */
  updateRegistryModelNotes(
    workspace: string,
    registryName: string,
    notes: string,
    options?: OperationOptions,
  ): Promise<WriteReply>;
  /** Changes the name, description or visibility of a registered model. */
  updateRegistryModel(workspace: string, registryName: string, changes?: RegistryModelChanges): Promise<WriteReply>;
  /** Deletes a registered model with its versions. The files in the experiments are not deleted. */
  deleteRegistryModel(workspace: string, registryName: string, options?: OperationOptions): Promise<WriteReply>;
  /** Deletes one version of a registered model. */
  deleteRegistryModelVersion(
    workspace: string,
    registryName: string,
    version: string,
    options?: OperationOptions,
  ): Promise<WriteReply>;
  /** Returns the statuses that a version can have in a workspace. */
  modelRegistryAllowedStatusValues(workspace: string, options?: OperationOptions): Promise<string[]>;
  /**
   * Adds a stage to a version.
   * @deprecated use `Model.addTag` of `getModel`.
   */
  addRegistryModelVersionStage(
    workspace: string,
    registryName: string,
    version: string,
    stage: string,
    options?: OperationOptions,
  ): Promise<WriteReply>;
  /**
   * Removes a stage from a version.
   * @deprecated use `Model.deleteTag` of `getModel`.
   */
  deleteRegistryModelVersionStage(
    workspace: string,
    registryName: string,
    version: string,
    stage: string,
    options?: OperationOptions,
  ): Promise<WriteReply>;
  /**
   * Changes the comment and stages of a version.
   * @deprecated use `getModel` and its tags and status.
   */
  updateRegistryModelVersion(
    workspace: string,
    registryName: string,
    version: string,
    changes?: OperationOptions & {
      /** New comment. */
      readonly comment?: string | undefined;
      /** New stages. */
      readonly stages?: readonly string[] | undefined;
    },
  ): Promise<WriteReply>;
  /**
   * Returns a registered model with its latest version, optionally of a major or minor version or a stage.
   * @deprecated use `getModel(...).findVersions`.
   */
  getLatestRegistryModelVersionDetails(
    workspace: string,
    registryName: string,
    choice?: OperationOptions & {
      /** Stage of the version. */
      readonly stage?: string | undefined;
      /** Major number of the version. */
      readonly versionMajor?: number | undefined;
      /** Minor number of the version. */
      readonly versionMinor?: number | undefined;
    },
  ): Promise<RegisteredModel>;
  /**
   * Returns one version with its files.
   * @deprecated use `getModel(...).getAssets`.
   * @throws RestApiException `malformed` when the response does not have exactly one version
   */
  getModelRegistryVersionAssets(
    workspace: string,
    registryName: string,
    choice?: OperationOptions & {
      /** Semantic version. */
      readonly version?: string | undefined;
      /** Stage of the version. */
      readonly stage?: string | undefined;
    },
  ): Promise<ModelVersion>;
}

type Context = OperationContext<AccountSubject>;

const registryModel = [named.workspace, named.registryName] as const;
const modelVersion = [...registryModel, named.version] as const;
const stage = argument('stage', text);

const modelQuery = (workspaceName: string, modelName: string) => ({ query: { workspaceName, modelName } });

function registeredModel({ call }: Context, workspace: string, registryName: string): Promise<RegisteredModel> {
  return call(registry.details, modelQuery(workspace, registryName));
}

/** @throws RestApiException `not-found` when the model has no such version */
async function versionId(context: Context, workspace: string, registryName: string, version: string): Promise<string> {
  const { versions } = await registeredModel(context, workspace, registryName);
  const found = versions.find((one) => one.version === version);
  if (found !== undefined) return found.registryModelItemId;
  const known = versions.map((one) => one.version).join(', ') || 'none';
  throw context.failure('not-found', `${registryName} has no version ${version}; its versions are ${known}`);
}

/** Definitions of the operations on the model registry. */
export const registryOperations = defineOperations<RegistryOperations<Model>, AccountSubject>({
  getModel: {
    arguments: [named.workspace, argument('modelName', text)],
    async run({ call, subject }, workspace, modelName) {
      const { registryModelId } = await call(registry.compactDetails, modelQuery(workspace, modelName));
      return subject.modelOf(workspace, modelName, registryModelId);
    },
  },
  getRegistryModelCount: {
    arguments: [named.workspace],
    run: async ({ call }, workspaceName) =>
      (await call(registry.count, { query: { workspaceName } })).registryModelCount,
  },
  getRegistryModelNames: {
    arguments: [named.workspace],
    async run({ call }, workspaceName) {
      const { registryModels } = await call(registry.list, { query: { workspaceName } });
      return registryModels.map(({ modelName }) => modelName);
    },
    async *batches({ batches }, workspaceName) {
      const models = batches(registry.list, { query: { workspaceName } }, 'registryModels');
      for await (const batch of models) yield batch.map(({ modelName }) => modelName);
    },
  },
  getRegistryModelDetails: {
    arguments: registryModel,
    options: { version: text },
    async run(context, workspace, registryName, { version }) {
      const model = await registeredModel(context, workspace, registryName);
      if (version === undefined) return model;
      return model.versions.find((one) => one.version === version) ?? null;
    },
  },
  getRegistryModelVersions: {
    arguments: registryModel,
    async run(context, workspace, registryName) {
      return (await registeredModel(context, workspace, registryName)).versions.map(({ version }) => version);
    },
    batches: 'whole',
  },
  getRegistryModelNotes: {
    arguments: registryModel,
    run: async ({ call }, workspace, registryName) =>
      (await call(registry.notes, modelQuery(workspace, registryName))).notes,
  },
  updateRegistryModelNotes: {
    arguments: [...registryModel, argument('notes', text)],
    run: ({ call }, workspaceName, registryModelName, notes) =>
      call(registry.setNotes, { body: { workspaceName, registryModelName, notes } }),
  },
  updateRegistryModel: {
    arguments: registryModel,
    options: { newName: text, description: text, public: flag },
    async run(context, workspace, registryName, { newName, description, public: isPublic }) {
      const { registryModelId } = await registeredModel(context, workspace, registryName);
      const body = { registryModelId, registryModelName: newName, description, isPublic };
      return await context.call(registry.update, { body });
    },
  },
  deleteRegistryModel: {
    arguments: registryModel,
    run: ({ call }, workspace, registryName) => call(registry.remove, modelQuery(workspace, registryName)),
  },
  deleteRegistryModelVersion: {
    arguments: modelVersion,
    async run(context, workspace, registryName, version) {
      const modelItemId = await versionId(context, workspace, registryName, version);
      return await context.call(registry.removeVersion, { query: { modelItemId } });
    },
  },
  modelRegistryAllowedStatusValues: {
    arguments: [named.workspace],
    run: async ({ call }, workspaceName) =>
      (await call(registry.allowedStatuses, { query: { workspaceName } })).allowedStatus,
  },
  addRegistryModelVersionStage: {
    arguments: [...modelVersion, stage],
    deprecated: 'getModel(...).addTag',
    async run(context, workspace, registryName, version, stage) {
      const modelItemId = await versionId(context, workspace, registryName, version);
      return await context.call(registry.addStage, { query: { modelItemId, stage } });
    },
  },
  deleteRegistryModelVersionStage: {
    arguments: [...modelVersion, stage],
    deprecated: 'getModel(...).deleteTag',
    async run(context, workspace, registryName, version, stage) {
      const modelItemId = await versionId(context, workspace, registryName, version);
      return await context.call(registry.deleteStage, { query: { modelItemId, stage } });
    },
  },
  updateRegistryModelVersion: {
    arguments: modelVersion,
    options: { comment: text, stages: texts },
    deprecated: 'getModel(...) with tags and status',
    async run(context, workspace, registryName, version, { comment, stages }) {
      const registryModelItemId = await versionId(context, workspace, registryName, version);
      const body = { registryModelItemId, comment, stages: stages && [...stages] };
      return await context.call(registry.updateVersion, { body });
    },
  },
  getLatestRegistryModelVersionDetails: {
    arguments: registryModel,
    options: { stage: text, versionMajor: number, versionMinor: number },
    deprecated: 'getModel(...).findVersions',
    run: ({ call }, workspaceName, modelName, { versionMajor, versionMinor, stage }) =>
      call(registry.latestVersion, { query: { workspaceName, modelName, versionMajor, versionMinor, stage } }),
  },
  getModelRegistryVersionAssets: {
    arguments: registryModel,
    options: { version: text, stage: text },
    deprecated: 'getModel(...).getAssets',
    async run({ call, failure }, workspaceName, modelName, { version, stage }) {
      const query = { workspaceName, modelName, version, stage };
      const { versions } = await call(registry.downloadInstructions, { query });
      const [only] = versions;
      if (only !== undefined && versions.length === 1) return only;
      throw failure('malformed', `the service named ${versions.length} versions instead of one`);
    },
  },
});
