import { badRequest, sdkErrorCode } from '../../errors/service-error.ts';
import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import type { Executor } from '../database/executor.ts';
import { newId } from '../database/new-id.ts';
import type { Store } from '../database/store.ts';
import { lockExperiment } from '../experiments/experiment-lock.ts';
import { storedTexts } from '../tables/exact-json.ts';
import type { RegistryModelRow, RegistryVersionRow } from '../tables/registry-tables.ts';
import { type ExperimentModelRow, findExperimentModel } from './experiment-models.ts';
import { registryLockKey, registryName, requireRegistryModel } from './registry.ts';
import { listRegistryVersions, requireRegistryVersion } from './registry-versions.ts';
import { parseVersion } from './semantic-version.ts';

/** Valid statuses of a version; the first is the default. */
export const allowedStatuses = ['None', 'Development', 'QA', 'Staging', 'Production'] as const;

function checkStatus(status: string): void {
  if (!(allowedStatuses as readonly string[]).includes(status)) {
    throw badRequest(`${status} is not a status; use one of ${allowedStatuses.join(', ')}`);
  }
}

/** Adds an entry to the history of a version. */
async function recordEvent(
  db: Executor,
  itemId: string,
  event: { readonly user: string; readonly action: string; readonly detail: string; readonly now: number },
): Promise<void> {
  await db
    .insertInto('registry_history')
    .values({
      event_id: newId(),
      registry_model_item_id: itemId,
      happened_at: event.now,
      user_name: event.user,
      action: event.action,
      detail: event.detail,
    })
    .execute();
}

/** Input of `createRegistryVersion`. */
export interface NewRegistryVersion {
  /** Id of the version. If there is one with this id, its request was sent before. */
  readonly id: string;
  readonly workspaceName: string;
  readonly modelName: string;
  readonly experimentModel: ExperimentModelRow;
  readonly description?: string | null | undefined;
  /** Default: 1.0.0, or the next minor version after the highest one. */
  readonly version?: string | null | undefined;
  readonly comment?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly status?: string | null | undefined;
  readonly isPublic?: boolean | null | undefined;
  readonly userName: string;
}

function nextVersion(versions: readonly RegistryVersionRow[]): string {
  const highest = versions[0] === undefined ? null : parseVersion(versions[0].version);
  return highest === null ? '1.0.0' : `${highest.major}.${highest.minor + 1}.0`;
}

/** Returns the registered model with a name; creates it if it does not exist. */
async function ensureRegistryModel(
  trx: Executor,
  name: string,
  { workspaceName, description, isPublic, userName }: NewRegistryVersion,
  now: number,
): Promise<RegistryModelRow> {
  await trx
    .insertInto('registry_models')
    .values({
      registry_model_id: newId(),
      workspace_name: workspaceName,
      model_name: name,
      description: description ?? '',
      is_public: isPublic ? 1 : 0,
      notes: '',
      user_name: userName,
      created_at: now,
      last_updated: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_name', 'model_name']).doNothing())
    .execute();
  return await requireRegistryModel(trx, workspaceName, name);
}

/**
 * Registers a version, and creates the registered model if it does not exist. Returns the version if its request was
 * sent before.
 *
 * @throws ServiceError 404 if the experiment does not exist; 400 if its model does not exist, or if the name, version
 * or status is invalid.
 */
export async function createRegistryVersion(
  { db }: Store,
  wanted: NewRegistryVersion,
  now: number,
): Promise<RegistryVersionRow> {
  const name = registryName(wanted.modelName);
  if (name === '') throw badRequest('The name of a registered model needs a letter or a digit');
  if (wanted.status != null) checkStatus(wanted.status);
  return await db.transaction().execute(async (trx) => {
    await acquireAdvisoryLock(trx, registryLockKey(wanted.workspaceName));
    const { experiment_key, experiment_model_id, model_name: experiment_model_name } = wanted.experimentModel;
    await lockExperiment(trx, experiment_key);
    if ((await findExperimentModel(trx, { experimentModelId: experiment_model_id })) === null) {
      throw badRequest(`There is no experiment model ${experiment_model_id}`, sdkErrorCode.noSuchModel);
    }
    const model = await ensureRegistryModel(trx, name, wanted, now);
    const versions = await listRegistryVersions(trx, model.registry_model_id);
    const repeated = versions.find((row) => row.registry_model_item_id === wanted.id);
    if (repeated !== undefined) return repeated;
    const version = wanted.version ?? nextVersion(versions);
    if (parseVersion(version) === null) {
      throw badRequest(`${version} is not a version; use three numbers, as in 1.0.0`, sdkErrorCode.badVersion);
    }
    if (versions.some((row) => row.version === version)) {
      throw badRequest(`The model ${name} already has a version ${version}; choose another one`);
    }
    const row: RegistryVersionRow = {
      registry_model_item_id: wanted.id,
      registry_model_id: model.registry_model_id,
      version,
      experiment_key,
      experiment_model_name,
      experiment_model_id,
      comment: wanted.comment ?? '',
      status: wanted.status ?? allowedStatuses[0],
      tags: JSON.stringify(wanted.tags ?? []),
      metadata: '[]',
      status_configuration: '{}',
      user_name: wanted.userName,
      created_at: now,
      last_updated: now,
    };
    await trx.insertInto('registry_versions').values(row).execute();
    await trx
      .updateTable('registry_models')
      .set({ last_updated: now })
      .where('registry_model_id', '=', model.registry_model_id)
      .execute();
    await recordEvent(trx, row.registry_model_item_id, {
      user: wanted.userName,
      action: 'registered',
      detail: version,
      now,
    });
    return row;
  });
}

/** Author and time of a change. */
export interface Change {
  readonly user: string;
  readonly now: number;
}

/** Changes of a version; omitted fields are unchanged. */
interface VersionChanges {
  readonly comment?: string | undefined;
  readonly status?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: unknown;
  readonly statusConfiguration?: unknown;
}

/** Returns the columns of changes; undefined ones are left unchanged. */
function columnsOf({ comment, status, tags, metadata, statusConfiguration }: VersionChanges) {
  if (status !== undefined) checkStatus(status);
  return {
    comment,
    status,
    tags: tags && JSON.stringify([...new Set(tags)]),
    metadata: JSON.stringify(metadata),
    status_configuration: JSON.stringify(statusConfiguration),
  };
}

/** Updates fields of a version, given directly or computed from its current row, and records each in its history. */
export async function updateRegistryVersion(
  { db }: Store,
  itemId: string,
  changes: VersionChanges | ((row: RegistryVersionRow) => VersionChanges),
  { user, now }: Change,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await acquireAdvisoryLock(trx, itemId);
    const row = await requireRegistryVersion(trx, itemId);
    const columns = columnsOf(typeof changes === 'function' ? changes(row) : changes);
    await trx
      .updateTable('registry_versions')
      .set({ ...columns, last_updated: now })
      .where('registry_model_item_id', '=', itemId)
      .execute();
    await trx
      .updateTable('registry_models')
      .set({ last_updated: now })
      .where('registry_model_id', '=', row.registry_model_id)
      .execute();
    for (const [action, detail] of Object.entries(columns)) {
      if (detail !== undefined) await recordEvent(trx, itemId, { user, action, detail, now });
    }
  });
}

/** Adds a tag to a version; it is then the last one. */
export async function addRegistryTag(store: Store, itemId: string, tag: string, change: Change): Promise<void> {
  await updateRegistryVersion(store, itemId, (row) => ({ tags: [...tagsWithout(row, tag), tag] }), change);
}

/** Removes a tag from a version; does nothing but record the change if the version does not have it. */
export async function removeRegistryTag(store: Store, itemId: string, tag: string, change: Change): Promise<void> {
  await updateRegistryVersion(store, itemId, (row) => ({ tags: tagsWithout(row, tag) }), change);
}

const tagsWithout = (row: RegistryVersionRow, tag: string) => storedTexts(row.tags).filter((other) => other !== tag);

/** Returns the history of a version, newest first. */
export async function registryHistory({ db }: Store, itemId: string) {
  return await db
    .selectFrom('registry_history')
    .selectAll()
    .where('registry_model_item_id', '=', itemId)
    .orderBy('happened_at', 'desc')
    .execute();
}
