import { type AnyEndpoint, contract } from '@tracklens/core/contract';
import { allowedStatuses } from '../store/registry/registry-changes.ts';
import { storedTexts } from '../store/tables/exact-json.ts';
import type { RegistryModelRow, RegistryTables, RegistryVersionRow } from '../store/tables/registry-tables.ts';
import { jsonRequest, jsonTextRequest, type RecordedPart, type RecordedRequest, withFields } from './recorded-part.ts';
import { type RecordedProject, rowsOfExperiments, rowsOfKeys } from './recorded-project.ts';

const { registry } = contract;

type Event = RegistryTables['registry_history'];

/** Yields the requests that register the model versions of the recorded experiments, with their history. */
export async function* registryParts(source: RecordedProject): AsyncGenerator<RecordedPart> {
  const { db } = source;
  const logged = await loggedModels(source);
  const all = await rowsOfExperiments(source, (keys) =>
    db.selectFrom('registry_versions').selectAll().where('experiment_key', 'in', keys).execute(),
  );
  const versions = all.filter((row) => logged.has(modelKey(row.experiment_key, row.experiment_model_name)));
  const without = all.length - versions.length;
  if (without > 0)
    source.leftOut(`${without} registered model ${without === 1 ? 'version' : 'versions'} without files`);
  versions.sort(
    (a, b) => a.created_at - b.created_at || (a.registry_model_item_id < b.registry_model_item_id ? -1 : 1),
  );
  const models = await rowsOfKeys(new Set(versions.map((row) => row.registry_model_id)), (ids) =>
    db.selectFrom('registry_models').selectAll().where('registry_model_id', 'in', ids).execute(),
  );
  const events = await rowsOfKeys(new Set(versions.map((row) => row.registry_model_item_id)), (ids) =>
    db
      .selectFrom('registry_history')
      .selectAll()
      .where('registry_model_item_id', 'in', ids)
      .orderBy('happened_at')
      .execute(),
  );
  const modelOf = new Map(models.map((row) => [row.registry_model_id, row]));
  const eventsOf = Map.groupBy(events, (event) => event.registry_model_item_id);
  for (const version of versions) {
    const model = modelOf.get(version.registry_model_id)!;
    const history = eventsOf.get(version.registry_model_item_id) ?? [];
    for (const request of versionRequests(model, version, history)) {
      yield { of: `registered model ${model.model_name}`, request: () => request };
    }
  }
  for (const model of models) {
    const names = { workspaceName: model.workspace_name, registryModelName: model.model_name };
    const of = `registered model ${model.model_name}`;
    yield { of, request: () => jsonRequest(registry.setNotes, model.last_updated, { ...names, notes: model.notes }) };
  }
}

const modelKey = (experimentKey: string, modelName: string) => `${experimentKey} ${modelName}`;

/** Returns the models whose files are recorded. */
async function loggedModels(source: RecordedProject): Promise<ReadonlySet<string>> {
  if (!source.assets) return new Set();
  const rows = await rowsOfExperiments(source, (keys) =>
    source.db
      .selectFrom('assets')
      .select(['experiment_key', 'model_name'])
      .distinct()
      .where('experiment_key', 'in', keys)
      .where('model_name', 'is not', null)
      .where('kept_for', 'is', null)
      .execute(),
  );
  return new Set(rows.map((row) => modelKey(row.experiment_key, row.model_name!)));
}

/** Yields the registration of a version and each change in its history. */
function* versionRequests(
  model: RegistryModelRow,
  version: RegistryVersionRow,
  history: readonly Event[],
): Generator<RecordedRequest> {
  const changed = new Set(history.map(({ action }) => action));
  const registration = jsonRequest(registry.registerVersion, version.created_at, {
    experimentKey: version.experiment_key,
    experimentModelName: version.experiment_model_name,
    registryModelName: model.model_name,
    registryModelDescription: model.description,
    publicModel: model.is_public === 1,
    version: version.version,
    // A value that was changed later starts as the default one.
    versionComment: changed.has('comment') ? '' : version.comment,
    tags: changed.has('tags') ? [] : storedTexts(version.tags),
    status: changed.has('status') ? allowedStatuses[0] : version.status,
  });
  const answer = JSON.stringify({
    registryModelId: version.registry_model_id,
    registryModelItemId: version.registry_model_item_id,
  });
  yield { ...registration, answer };
  for (const event of history) {
    const request = changeRequest(version, event, history);
    if (request !== null) yield request;
  }
}

/** Returns the request of a change in the history of a version; null for an event that belongs to another request. */
function changeRequest(
  { registry_model_item_id: id, status }: RegistryVersionRow,
  { action, detail, happened_at: at }: Event,
  history: readonly Event[],
): RecordedRequest | null {
  const sameTime = (other: string) => history.find((event) => event.action === other && event.happened_at === at);
  const ofVersion = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) => ({
    method,
    path: path.replace('{id}', id),
  });
  switch (action) {
    case 'comment':
      return jsonRequest(registry.updateVersion, at, { registryModelItemId: id, comment: detail });
    case 'tags':
      return jsonRequest(registry.updateVersion, at, { registryModelItemId: id, stages: storedTexts(detail) });
    case 'status':
      // The configuration of a status is set together with it.
      if (sameTime('status_configuration') !== undefined) return null;
      return jsonRequest(registry.setStatus, at, { modelItemId: id, status: detail });
    case 'metadata':
      return jsonTextRequest(ofVersion(registry.setMetadata), at, `{"metadata":${detail}}`);
    case 'status_configuration': {
      const configured = sameTime('status')?.detail ?? status;
      return jsonTextRequest(
        ofVersion(registry.setStatusConfiguration),
        at,
        withFields({ status: configured }, detail),
      );
    }
    default:
      return null;
  }
}
