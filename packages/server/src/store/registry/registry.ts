import { badRequest, sdkErrorCode } from '../../errors/service-error.ts';
import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import type { Executor } from '../database/executor.ts';
import type { Store } from '../database/store.ts';
import type { RegistryModelRow } from '../tables/registry-tables.ts';

/**
 * Normalizes a name for the registry: lower case, with a hyphen for each run of characters other than letters and
 * digits, and none at either end.
 */
export function registryName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Returns the registered models of a workspace, ordered by name. */
export async function listRegistryModels(db: Executor, workspaceName: string): Promise<RegistryModelRow[]> {
  return await db
    .selectFrom('registry_models')
    .selectAll()
    .where('workspace_name', '=', workspaceName)
    .orderBy('model_name')
    .execute();
}

/** Returns the registered model with a name, as given or normalized, or null. */
async function findRegistryModel(
  db: Executor,
  workspaceName: string,
  modelName: string,
): Promise<RegistryModelRow | null> {
  const rows = await db
    .selectFrom('registry_models')
    .selectAll()
    .where('workspace_name', '=', workspaceName)
    .where('model_name', 'in', [modelName, registryName(modelName)])
    .execute();
  return rows.find((row) => row.model_name === modelName) ?? rows[0] ?? null;
}

/** Returns the registered model; throws 400 with the SDK's error code if it does not exist. */
export async function requireRegistryModel(
  db: Executor,
  workspaceName: string,
  modelName: string,
): Promise<RegistryModelRow> {
  const row = await findRegistryModel(db, workspaceName, modelName);
  if (row === null) {
    throw badRequest(`There is no registered model ${modelName} in ${workspaceName}`, sdkErrorCode.noSuchModel);
  }
  return row;
}

/** Returns the registered model with an id; throws 400 with the SDK's error code if it does not exist. */
export async function requireRegistryModelById(db: Executor, registryModelId: string): Promise<RegistryModelRow> {
  const row = await db
    .selectFrom('registry_models')
    .selectAll()
    .where('registry_model_id', '=', registryModelId)
    .executeTakeFirst();
  if (row === undefined) {
    throw badRequest(`There is no registered model ${registryModelId}`, sdkErrorCode.noSuchModel);
  }
  return row;
}

/** Name of the advisory lock that serializes adding, renaming and deleting models of a workspace. */
export function registryLockKey(workspaceName: string): string {
  return `models of ${workspaceName}`;
}

/** Updates the given fields of a registered model; throws 400 if it has been deleted, or if the name is in use. */
export async function updateRegistryModel(
  { db }: Store,
  { registry_model_id: registryModelId, workspace_name: workspaceName }: RegistryModelRow,
  changes: {
    readonly name?: string | undefined;
    readonly description?: string | undefined;
    readonly isPublic?: boolean | undefined;
    readonly notes?: string | undefined;
  },
  now: number,
): Promise<void> {
  const name = changes.name === undefined ? undefined : registryName(changes.name);
  if (name === '') throw badRequest('The name of a registered model needs a letter or a digit');
  await db.transaction().execute(async (trx) => {
    await acquireAdvisoryLock(trx, registryLockKey(workspaceName));
    await requireRegistryModelById(trx, registryModelId);
    const taken = name === undefined ? null : await findRegistryModel(trx, workspaceName, name);
    if (taken !== null && taken.registry_model_id !== registryModelId) {
      throw badRequest(`The workspace already has a registered model ${name}`);
    }
    await trx
      .updateTable('registry_models')
      .set({
        last_updated: now,
        model_name: name,
        description: changes.description,
        is_public: changes.isPublic === undefined ? undefined : Number(changes.isPublic),
        notes: changes.notes,
      })
      .where('registry_model_id', '=', registryModelId)
      .execute();
  });
}
