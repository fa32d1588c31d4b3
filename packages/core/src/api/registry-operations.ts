import { RestApiException } from '../client/errors.ts';
import { contract, type ModelVersion, type RegisteredModel, type WriteReply } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import { Model } from '../model/model.ts';
import { ArtifactOperations } from './artifact-operations.ts';
import type { OperationOptions } from './connection.ts';
import { operations } from './operation-arguments.ts';

const { registry } = contract;

/** Changes of `updateRegistryModel`. Absent fields are not changed. */
export interface RegistryModelChanges extends OperationOptions {
  /** New name. */
  readonly newName?: string;
  /** New description. */
  readonly description?: string;
  /** Whether everyone can see the model. */
  readonly public?: boolean;
}

/** Operations on the model registry. */
export abstract class RegistryOperations<E extends BaseExperiment> extends ArtifactOperations<E> {
  /**
   * Returns a registered model, to read and change its versions.
   * @throws RestApiException `not-found` when the model does not exist
   */
  async getModel(workspace: string, modelName: string, options: OperationOptions = {}): Promise<Model> {
    return await Model.open(this.connection, workspace, modelName, options);
  }

  /** Returns the number of registered models in a workspace. */
  async getRegistryModelCount(workspace: string, options: OperationOptions = {}): Promise<number> {
    const query = { workspaceName: workspace };
    return (await this.connection.call('getRegistryModelCount', registry.count, { query }, options)).registryModelCount;
  }

  /** Returns the names of the registered models. */
  async getRegistryModelNames(workspace: string, options: OperationOptions = {}): Promise<string[]> {
    const query = { workspaceName: workspace };
    const answer = await this.connection.call('getRegistryModelNames', registry.list, { query }, options);
    return answer.registryModels.map(({ modelName }) => modelName);
  }

  /** Returns a registered model with its versions. */
  async getRegistryModelDetails(
    workspace: string,
    registryName: string,
    options?: OperationOptions & { readonly version?: undefined },
  ): Promise<RegisteredModel>;
  /** Returns one version of a registered model; null when there is no such version. */
  async getRegistryModelDetails(
    workspace: string,
    registryName: string,
    options: OperationOptions & { readonly version: string },
  ): Promise<ModelVersion | null>;
  async getRegistryModelDetails(
    workspace: string,
    registryName: string,
    options: OperationOptions & { readonly version?: string | undefined } = {},
  ): Promise<RegisteredModel | ModelVersion | null> {
    const model = await this.registeredModel('getRegistryModelDetails', workspace, registryName, options);
    if (options.version === undefined) return model;
    return model.versions.find(({ version }) => version === options.version) ?? null;
  }

  /** Returns the version strings of a registered model. */
  async getRegistryModelVersions(
    workspace: string,
    registryName: string,
    options: OperationOptions = {},
  ): Promise<string[]> {
    const model = await this.registeredModel('getRegistryModelVersions', workspace, registryName, options);
    return model.versions.map(({ version }) => version);
  }

  /** Returns the notes of a registered model. */
  async getRegistryModelNotes(
    workspace: string,
    registryName: string,
    options: OperationOptions = {},
  ): Promise<string> {
    const query = { workspaceName: workspace, modelName: registryName };
    return (await this.connection.call('getRegistryModelNotes', registry.notes, { query }, options)).notes;
  }

  /** Replaces the notes of a registered model. */
  async updateRegistryModelNotes(
    workspace: string,
    registryName: string,
    notes: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const body = { workspaceName: workspace, registryModelName: registryName, notes };
    return await this.connection.call('updateRegistryModelNotes', registry.setNotes, { body }, options);
  }

  /** Changes the name, description or visibility of a registered model. */
  async updateRegistryModel(
    workspace: string,
    registryName: string,
    changes: RegistryModelChanges = {},
  ): Promise<WriteReply> {
    const operation = 'updateRegistryModel';
    const { registryModelId } = await this.registeredModel(operation, workspace, registryName, changes);
    const body = {
      registryModelId,
      ...(changes.newName === undefined ? {} : { registryModelName: changes.newName }),
      ...(changes.description === undefined ? {} : { description: changes.description }),
      ...(changes.public === undefined ? {} : { isPublic: changes.public }),
    };
    return await this.connection.call(operation, registry.update, { body }, changes);
  }

  /** Deletes a registered model with its versions. The files in the experiments are not deleted. */
  async deleteRegistryModel(
    workspace: string,
    registryName: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const query = { workspaceName: workspace, modelName: registryName };
    return await this.connection.call('deleteRegistryModel', registry.remove, { query }, options);
  }

  /** Deletes one version of a registered model. */
  async deleteRegistryModelVersion(
    workspace: string,
    registryName: string,
    version: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const operation = 'deleteRegistryModelVersion';
    const modelItemId = await this.versionId(operation, workspace, registryName, version, options);
    return await this.connection.call(operation, registry.removeVersion, { query: { modelItemId } }, options);
  }

  /** Returns the statuses that a version can have in a workspace. */
  async modelRegistryAllowedStatusValues(workspace: string, options: OperationOptions = {}): Promise<string[]> {
    const query = { workspaceName: workspace };
    const operation = 'modelRegistryAllowedStatusValues';
    return (await this.connection.call(operation, registry.allowedStatuses, { query }, options)).allowedStatus;
  }

  /**
   * Adds a stage to a version.
   * @deprecated use `Model.addTag` of `getModel`.
   */
  async addRegistryModelVersionStage(
    workspace: string,
    registryName: string,
    version: string,
    stage: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const operation = 'addRegistryModelVersionStage';
    this.connection.deprecated(operation, 'getModel(...).addTag');
    const modelItemId = await this.versionId(operation, workspace, registryName, version, options);
    return await this.connection.call(operation, registry.addStage, { query: { modelItemId, stage } }, options);
  }

  /**
   * Removes a stage from a version.
   * @deprecated use `Model.deleteTag` of `getModel`.
   */
  async deleteRegistryModelVersionStage(
    workspace: string,
    registryName: string,
    version: string,
    stage: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const operation = 'deleteRegistryModelVersionStage';
    this.connection.deprecated(operation, 'getModel(...).deleteTag');
    const modelItemId = await this.versionId(operation, workspace, registryName, version, options);
    return await this.connection.call(operation, registry.deleteStage, { query: { modelItemId, stage } }, options);
  }

  /**
   * Changes the comment and stages of a version.
   * @deprecated use `getModel` and its tags and status.
   */
  async updateRegistryModelVersion(
    workspace: string,
    registryName: string,
    version: string,
    changes: OperationOptions & { readonly comment?: string; readonly stages?: readonly string[] } = {},
  ): Promise<WriteReply> {
    const operation = 'updateRegistryModelVersion';
    this.connection.deprecated(operation, 'getModel(...) with tags and status');
    const registryModelItemId = await this.versionId(operation, workspace, registryName, version, changes);
    const body = {
      registryModelItemId,
      ...(changes.comment === undefined ? {} : { comment: changes.comment }),
      ...(changes.stages === undefined ? {} : { stages: [...changes.stages] }),
    };
    return await this.connection.call(operation, registry.updateVersion, { body }, changes);
  }

  /**
   * Returns a registered model with its latest version, optionally of a major or minor version or a stage.
   * @deprecated use `getModel(...).findVersions`.
   */
  async getLatestRegistryModelVersionDetails(
    workspace: string,
    registryName: string,
    choice: OperationOptions & {
      readonly stage?: string;
      readonly versionMajor?: number;
      readonly versionMinor?: number;
    } = {},
  ): Promise<RegisteredModel> {
    const operation = 'getLatestRegistryModelVersionDetails';
    this.connection.deprecated(operation, 'getModel(...).findVersions');
    const { stage, versionMajor, versionMinor } = choice;
    const query = { workspaceName: workspace, modelName: registryName, versionMajor, versionMinor, stage };
    return await this.connection.call(operation, registry.latestVersion, { query }, choice);
  }

  /**
   * Returns one version with its files.
   * @deprecated use `getModel(...).getAssets`.
   * @throws RestApiException `malformed` when the response does not have exactly one version
   */
  async getModelRegistryVersionAssets(
    workspace: string,
    registryName: string,
    choice: OperationOptions & { readonly version?: string; readonly stage?: string } = {},
  ): Promise<ModelVersion> {
    const operation = 'getModelRegistryVersionAssets';
    this.connection.deprecated(operation, 'getModel(...).getAssets');
    const query = { workspaceName: workspace, modelName: registryName, version: choice.version, stage: choice.stage };
    const { versions } = await this.connection.call(operation, registry.downloadInstructions, { query }, choice);
    const [only] = versions;
    if (only !== undefined && versions.length === 1) return only;
    const reason = `the service named ${versions.length} versions where one was meant`;
    throw RestApiException.from({ code: 'malformed', operation, reason });
  }

  private async registeredModel(
    operation: string,
    workspace: string,
    registryName: string,
    options: OperationOptions,
  ): Promise<RegisteredModel> {
    const query = { workspaceName: workspace, modelName: registryName };
    return await this.connection.call(operation, registry.details, { query }, options);
  }

  private async versionId(
    operation: string,
    workspace: string,
    registryName: string,
    version: string,
    options: OperationOptions,
  ): Promise<string> {
    const model = await this.registeredModel(operation, workspace, registryName, options);
    const found = model.versions.find((one) => one.version === version);
    if (found !== undefined) return found.registryModelItemId;
    const known = model.versions.map((one) => one.version).join(', ') || 'none';
    const reason = `${registryName} has no version ${version}; there are: ${known}`;
    throw RestApiException.from({ code: 'not-found', operation, reason });
  }
}

operations(RegistryOperations.prototype, {
  getModel: ['workspace', 'modelName'],
  getRegistryModelCount: ['workspace'],
  getRegistryModelNames: ['workspace'],
  getRegistryModelDetails: ['workspace', 'registryName'],
  getRegistryModelVersions: ['workspace', 'registryName'],
  getRegistryModelNotes: ['workspace', 'registryName'],
  updateRegistryModelNotes: ['workspace', 'registryName', 'notes'],
  updateRegistryModel: ['workspace', 'registryName'],
  deleteRegistryModel: ['workspace', 'registryName'],
  deleteRegistryModelVersion: ['workspace', 'registryName', 'version'],
  modelRegistryAllowedStatusValues: ['workspace'],
  addRegistryModelVersionStage: ['workspace', 'registryName', 'version', 'stage'],
  deleteRegistryModelVersionStage: ['workspace', 'registryName', 'version', 'stage'],
  updateRegistryModelVersion: ['workspace', 'registryName', 'version'],
  getLatestRegistryModelVersionDetails: ['workspace', 'registryName'],
  getModelRegistryVersionAssets: ['workspace', 'registryName'],
});
