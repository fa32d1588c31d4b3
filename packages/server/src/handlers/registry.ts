import { badRequest, sdkErrorCode } from '../errors/service-error.ts';
import type { Store } from '../store/database/store.ts';
import { requireExperimentInProject } from '../store/experiments/experiments.ts';
import { requireWorkspace } from '../store/experiments/projects.ts';
import { findExperimentModel, listVersionFiles } from '../store/registry/experiment-models.ts';
import {
  listRegistryModels,
  requireRegistryModel,
  requireRegistryModelById,
  updateRegistryModel,
} from '../store/registry/registry.ts';
import {
  addRegistryTag,
  allowedStatuses,
  createRegistryVersion,
  type NewRegistryVersion,
  registryHistory,
  removeRegistryTag,
  updateRegistryVersion,
} from '../store/registry/registry-changes.ts';
import {
  listRegistryVersions,
  matches,
  newestRegistryVersion,
  requireRegistryVersion,
  versionsOfModels,
} from '../store/registry/registry-versions.ts';
import { deleteRegistryModel, deleteRegistryVersion } from '../store/removal/registry-removal.ts';
import { parseExactJson } from '../store/tables/exact-json.ts';
import { createdId } from './created-id.ts';
import { fileArchive } from './file-archive.ts';
import type { HandlerContext, Handlers } from './handler.ts';
import { writeReply } from './handler.ts';
import { modelFields, modelOverview, modelRecord, versionRecords } from './registry-records.ts';

/** Registers a version for the user of the session; returns its id and that of its model. */
async function register(version: Omit<NewRegistryVersion, 'userName'>, { store, session, now }: HandlerContext) {
  const row = await createRegistryVersion(store, { ...version, userName: session.userName }, now());
  return { registryModelId: row.registry_model_id, registryModelItemId: row.registry_model_item_id };
}

/** Registration by an older client, which names an experiment model by its id and calls tags stages. */
interface LegacyRegistration {
  readonly experimentModelId: string;
  readonly registryModelName: string;
  readonly version?: string | null | undefined;
  readonly isPublic?: boolean | null | undefined;
  readonly description?: string | null | undefined;
  readonly comment?: string | null | undefined;
  readonly stages?: string[] | null | undefined;
}

async function registerLegacy(
  { body, headers }: { readonly body: LegacyRegistration; readonly headers: Headers },
  context: HandlerContext,
) {
  const { experimentModelId, registryModelName: modelName, stages: tags, ...version } = body;
  const { db } = context.store;
  const experimentModel = await findExperimentModel(db, { experimentModelId });
  if (experimentModel === null) {
    throw badRequest(`There is no experiment model ${experimentModelId}`, sdkErrorCode.noSuchModel);
  }
  const experiment = await requireExperimentInProject(db, experimentModel.experiment_key);
  return await register(
    {
      ...version,
      id: createdId(headers, body),
      modelName,
      tags,
      workspaceName: experiment.workspace_name,
      experimentModel,
    },
    context,
  );
}

const modelOf = ({ db }: Store, { workspaceName, modelName }: { workspaceName: string; modelName: string }) =>
  requireRegistryModel(db, workspaceName, modelName);

const change = ({ session, now }: HandlerContext) => ({ user: session.userName, now: now() });

const day = (millis: number) => new Date(millis).toISOString().slice(0, 10);

/** Handlers of the `registry` endpoints. */
export const registry: Handlers<'registry'> = {
  list: async ({ query }, context) => {
    const { db } = context.store;
    await requireWorkspace(db, query.workspaceName);
    const models = await listRegistryModels(db, query.workspaceName);
    const ids = models.map((model) => model.registry_model_id);
    const versions = await versionsOfModels(db, ids);
    const { origin } = context;
    return {
      registryModels: models.map((model) => modelOverview(model, versions.get(model.registry_model_id) ?? [], origin)),
    };
  },
  count: async ({ query }, { store: { db } }) => {
    await requireWorkspace(db, query.workspaceName);
    return { registryModelCount: (await listRegistryModels(db, query.workspaceName)).length };
  },
  details: async ({ query }, context) => {
    const { db } = context.store;
    const model = await modelOf(context.store, query);
    const versions = await listRegistryVersions(db, model.registry_model_id);
    return { ...(await modelRecord(model, versions, context)), numberOfVersions: versions.length };
  },
  compactDetails: async ({ query }, { store }) => modelFields(await modelOf(store, query)),
  notes: async ({ query }, { store }) => ({
    notes: (await modelOf(store, query)).notes,
  }),
  setNotes: async ({ body }, { store, now }) => {
    const model = await requireRegistryModel(store.db, body.workspaceName, body.registryModelName);
    await updateRegistryModel(store, model, { notes: body.notes }, now());
    return writeReply();
  },
  update: async ({ body }, { store, now }) => {
    const model = await requireRegistryModelById(store.db, body.registryModelId);
    await updateRegistryModel(
      store,
      model,
      {
        name: body.registryModelName,
        description: body.description,
        isPublic: body.isPublic,
      },
      now(),
    );
    return writeReply();
  },
  remove: async ({ query }, { store }) => {
    await deleteRegistryModel(store, await modelOf(store, query));
    return writeReply('Deleted');
  },
  allowedStatuses: () => ({ allowedStatus: [...allowedStatuses] }),
  registerVersion: async ({ body, headers }, context) => {
    const { db } = context.store;
    const { experimentKey, experimentModelName } = body;
    const experiment = await requireExperimentInProject(db, experimentKey);
    const experimentModel = await findExperimentModel(db, { experimentKey, modelName: experimentModelName });
    if (experimentModel === null) {
      throw badRequest(
        `The experiment has no model ${experimentModelName}; log its files as a model first`,
        sdkErrorCode.noSuchModelVersion,
      );
    }
    const version = {
      id: createdId(headers, body),
      workspaceName: experiment.workspace_name,
      modelName: body.registryModelName || experimentModelName,
      experimentModel,
      description: body.registryModelDescription,
      version: body.version,
      comment: body.versionComment,
      tags: body.tags,
      status: body.status,
      isPublic: body.publicModel,
    };
    return await register(version, context);
  },
  createModel: registerLegacy,
  createVersion: registerLegacy,
  version: async ({ query }, context) => {
    const model = await modelOf(context.store, query);
    const version = await newestRegistryVersion(context.store.db, model, { version: query.version });
    const [record] = await versionRecords(model, [version], context);
    return record!;
  },
  versions: async ({ query }, context) => {
    const { db } = context.store;
    const model = await modelOf(context.store, query);
    const rows = (await listRegistryVersions(db, model.registry_model_id)).filter((row) => matches(row, query));
    return { items: await versionRecords(model, rows, context) };
  },
  latestVersion: async ({ query }, context) => {
    const { db } = context.store;
    const model = await modelOf(context.store, query);
    const newest = await newestRegistryVersion(db, model, {
      major: query.versionMajor,
      minor: query.versionMinor,
      tag: query.stage,
    });
    return await modelRecord(model, [newest], context);
  },
  updateVersion: async ({ body }, context) => {
    await updateRegistryVersion(
      context.store,
      body.registryModelItemId,
      {
        comment: body.comment ?? undefined,
        tags: body.stages ?? undefined,
      },
      change(context),
    );
    return writeReply();
  },
  setStatus: async ({ body }, context) => {
    await updateRegistryVersion(context.store, body.modelItemId, { status: body.status }, change(context));
    return writeReply();
  },
  addStage: async ({ query }, context) => {
    await addRegistryTag(context.store, query.modelItemId, query.stage, change(context));
    return writeReply();
  },
  deleteStage: async ({ query }, context) => {
    await removeRegistryTag(context.store, query.modelItemId, query.stage, change(context));
    return writeReply('Deleted');
  },
  removeVersion: async ({ query }, { store }) => {
    await deleteRegistryVersion(store, query.modelItemId);
    return writeReply('Deleted');
  },
  download: async ({ query }, { store }) => {
    const model = await modelOf(store, query);
    const version = await newestRegistryVersion(store.db, model, { version: query.version, tag: query.stage });
    const files = await listVersionFiles(store, version);
    return fileArchive(store, files, `${model.model_name}_${version.version}.zip`);
  },
  downloadInstructions: async ({ query }, context) => {
    const { db } = context.store;
    const model = await modelOf(context.store, query);
    const version = await newestRegistryVersion(db, model, { version: query.version, tag: query.stage });
    return { versions: await versionRecords(model, [version], context), s3DownloadEnabled: false };
  },
  history: async ({ body }, { store }) => {
    await requireRegistryVersion(store.db, body.registryModelItemId);
    const events = await registryHistory(store, body.registryModelItemId);
    const days = Map.groupBy(events, (event) => day(event.happened_at));
    return {
      history: [...days].map(([date, list]) => ({
        date,
        events: list.map((event) => ({
          timestamp: event.happened_at,
          userName: event.user_name,
          action: event.action,
          detail: event.detail,
        })),
      })),
    };
  },
  metadata: async ({ path }, { store }) => ({
    metadata: parseExactJson((await requireRegistryVersion(store.db, path.id)).metadata) as {
      key: string;
      value: unknown;
    }[],
  }),
  setMetadata: async ({ path, body }, context) => {
    await updateRegistryVersion(context.store, path.id, { metadata: body.metadata }, change(context));
    return writeReply();
  },
  statusConfiguration: async ({ path }, { store }) => {
    const row = await requireRegistryVersion(store.db, path.id);
    return { status: row.status, ...(parseExactJson(row.status_configuration) as object) };
  },
  setStatusConfiguration: async ({ path, body }, context) => {
    const { status, comment, ...configuration } = body;
    await updateRegistryVersion(
      context.store,
      path.id,
      { status, statusConfiguration: configuration, comment: comment ?? undefined },
      change(context),
    );
    return writeReply();
  },
};
