import * as v from 'valibot';
import { read, readByPost, rest, write, writeByGet } from './endpoint.ts';
import { ModelVersion, RegisteredModel, RegistrationReply, WriteReply } from './records/index.ts';

const text = v.optional(v.string());
const maybeText = v.nullish(v.string());
const maybeTexts = v.nullish(v.array(v.string()));
const model = { workspaceName: v.string(), modelName: v.string() };
const pairs = v.array(v.object({ key: v.string(), value: v.unknown() }));

/** Body of the older endpoints that register a version. */
const OlderRegistration = v.object({
  experimentModelId: v.string(),
  registryModelName: v.string(),
  version: maybeText,
  isPublic: v.nullish(v.boolean()),
  description: maybeText,
  comment: maybeText,
  stages: maybeTexts,
});

/** Endpoints of the model registry: registered models, their versions, statuses, tags and files. */
export const registry = {
  /** The registered models of a workspace. */
  list: read(rest('registry-model'), {
    query: { workspaceName: v.string() },
    response: v.object({
      registryModels: v.nullish(
        v.array(
          v.object({
            ...RegisteredModel.entries,
            registryModelId: v.nullish(v.string(), ''),
            latestVersion: v.nullish(v.omit(ModelVersion, ['assets'])),
          }),
        ),
        () => [],
      ),
    }),
    reads: ['registry'],
  }),
  /** The number of registered models. */
  count: read(rest('registry-model/count'), {
    query: { workspaceName: v.string() },
    response: v.object({ registryModelCount: v.number() }),
    reads: ['registry'],
  }),
  /** One registered model with its versions. */
  details: read(rest('registry-model/details'), {
    query: model,
    response: RegisteredModel,
    reads: ['registry', 'assets'],
  }),
  /** The id of a registered model. */
  compactDetails: read(rest('registry-model/compact-details'), {
    query: model,
    response: v.object({ registryModelId: v.string() }),
    cached: true,
    reads: ['registry'],
  }),
  /** The notes of a registered model. */
  notes: read(rest('registry-model/notes'), {
    query: model,
    response: v.object({ notes: v.nullish(v.string(), '') }),
    reads: ['registry', 'registry-notes'],
  }),
  /** Replaces the notes. */
  setNotes: write(rest('write/registry-model/notes'), {
    body: v.object({ workspaceName: v.string(), registryModelName: v.string(), notes: v.string() }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['registry', 'registry-notes'],
  }),
  /** Changes name, description or visibility. */
  update: write(rest('write/registry-model/update'), {
    body: v.object({
      registryModelId: v.string(),
      registryModelName: v.optional(v.string()),
      description: v.optional(v.string()),
      isPublic: v.optional(v.boolean()),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['registry'],
  }),
  /** Deletes a registered model with its versions. */
  remove: writeByGet(rest('write/registry-model/delete'), {
    query: model,
    response: WriteReply,
    invalidates: ['registry'],
  }),
  /** The statuses that a version may have. */
  allowedStatuses: read(rest('registry-model/allowed_status_values'), {
    query: { workspaceName: v.string() },
    response: v.object({ allowedStatus: v.array(v.string()) }),
    cached: true,
    reads: ['registry-statuses'],
  }),
  /** Registers a model of an experiment as a version; the registered model is created when absent. */
  registerVersion: write(rest('write/registry-model/item/create'), {
    body: v.object({
      experimentKey: v.string(),
      experimentModelName: v.string(),
      registryModelName: v.nullish(v.string()),
      registryModelDescription: maybeText,
      version: maybeText,
      versionComment: maybeText,
      tags: maybeTexts,
      status: maybeText,
      publicModel: v.nullish(v.boolean()),
    }),
    response: RegistrationReply,
    invalidates: ['registry'],
  }),
  /** The older way to register the first version. */
  createModel: write(rest('write/registry-model'), {
    body: OlderRegistration,
    response: RegistrationReply,
    invalidates: ['registry'],
  }),
  /** The older way to register a further version. */
  createVersion: write(rest('write/registry-model/item'), {
    body: OlderRegistration,
    response: RegistrationReply,
    invalidates: ['registry'],
  }),
  /** One version with status and tags. */
  version: read(rest('registry-model/item/details'), {
    query: { ...model, version: v.string() },
    response: ModelVersion,
    reads: ['registry', 'assets'],
  }),
  /** Versions by prefix, tag and status, newest first. */
  versions: read(rest('registry-model/items'), {
    query: { ...model, versionPrefix: text, tag: text, status: text },
    response: v.object({ items: v.nullish(v.array(v.object({ version: v.string() })), () => []) }),
    reads: ['registry'],
  }),
  /** The registered model with its latest version, among those of a major or minor number or a stage. */
  latestVersion: read(rest('registry-model/latest_version'), {
    query: { ...model, versionMajor: v.optional(v.number()), versionMinor: v.optional(v.number()), stage: text },
    response: RegisteredModel,
    reads: ['registry', 'assets'],
  }),
  /** Changes comment or stages of a version. */
  updateVersion: write(rest('write/registry-model/item/update'), {
    body: v.object({ registryModelItemId: v.string(), comment: maybeText, stages: maybeTexts }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['registry'],
  }),
  /** Sets the status of a version. */
  setStatus: write(rest('write/registry-model/item/status'), {
    body: v.object({ modelItemId: v.string(), status: v.string() }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['registry'],
  }),
  /** Adds a tag (once called stage) to a version. */
  addStage: writeByGet(rest('write/registry-model/item/stage'), {
    query: { modelItemId: v.string(), stage: v.string() },
    response: WriteReply,
    repeatable: true,
    invalidates: ['registry'],
  }),
  /** Removes a tag (once called stage). */
  deleteStage: writeByGet(rest('write/registry-model/item/stage/delete'), {
    query: { modelItemId: v.string(), stage: v.string() },
    response: WriteReply,
    repeatable: true,
    invalidates: ['registry'],
  }),
  /** Deletes a version. */
  removeVersion: writeByGet(rest('write/registry-model/item/delete'), {
    query: { modelItemId: v.string() },
    response: WriteReply,
    invalidates: ['registry'],
  }),
  /** The files of a version as a zip; the latest when neither version nor stage is given. */
  download: read(rest('registry-model/item/download'), {
    query: { ...model, version: text, stage: text },
    response: 'bytes',
    timeout: 'download',
    reads: ['registry', 'assets'],
  }),
  /** The files of a version one by one. */
  downloadInstructions: read(rest('registry-model/item/download-instructions'), {
    query: { ...model, version: text, stage: text },
    response: v.object({
      versions: v.array(ModelVersion),
      s3DownloadEnabled: v.nullish(v.boolean(), false),
    }),
    reads: ['registry', 'assets'],
  }),
  /** The history of a version, by day. */
  history: readByPost(rest('registry-model/history/item'), {
    body: v.object({ registryModelItemId: v.string(), groupedBy: maybeText }),
    response: v.unknown(),
  }),
  /** The metadata of a version. */
  metadata: read(rest('registry-model/item/{id}/metadata'), {
    response: v.object({ metadata: v.nullish(pairs, () => []) }),
    reads: ['registry', 'registry-metadata'],
  }),
  /** Replaces the metadata of a version. */
  setMetadata: write(rest('write/registry-model/item/{id}/metadata'), {
    body: v.object({ metadata: pairs }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['registry-metadata'],
  }),
  /** The configuration of the status of a version. */
  statusConfiguration: read(rest('registry-model/item/{id}/status-configuration'), {
    response: v.unknown(),
    reads: ['registry'],
  }),
  /** Sets the status of a version with its configuration. */
  setStatusConfiguration: write(rest('write/registry-model/item/{id}/status-configuration'), {
    body: v.object({
      status: v.string(),
      isReviewRequired: v.nullish(v.boolean()),
      statusConfiguration: v.nullish(pairs),
      comment: maybeText,
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['registry'],
  }),
};
