import { badRequest, sdkErrorCode } from '../../errors/service-error.ts';
import type { Executor } from '../database/executor.ts';
import { slicesOf } from '../database/slices.ts';
import { storedTexts } from '../tables/exact-json.ts';
import type { RegistryModelRow, RegistryVersionRow } from '../tables/registry-tables.ts';
import { compareVersions, parseVersion } from './semantic-version.ts';

/** Returns the versions of a registered model, highest first. */
export async function listRegistryVersions(db: Executor, registryModelId: string): Promise<RegistryVersionRow[]> {
  return (await versionsOfModels(db, [registryModelId])).get(registryModelId) ?? [];
}

/** Returns the versions of registered models, highest first, by the id of the model. */
export async function versionsOfModels(
  db: Executor,
  registryModelIds: readonly string[],
): Promise<ReadonlyMap<string, RegistryVersionRow[]>> {
  const rows: RegistryVersionRow[] = [];
  for (const ids of slicesOf(registryModelIds)) {
    const found = db.selectFrom('registry_versions').selectAll().where('registry_model_id', 'in', ids);
    for (const row of await found.execute()) rows.push(row);
  }
  rows.sort((a, b) => compareVersions(b.version, a.version));
  return Map.groupBy(rows, (row) => row.registry_model_id);
}

/** Returns the version with an id; throws 400 if it does not exist. */
export async function requireRegistryVersion(db: Executor, itemId: string): Promise<RegistryVersionRow> {
  const row = await db
    .selectFrom('registry_versions')
    .selectAll()
    .where('registry_model_item_id', '=', itemId)
    .executeTakeFirst();
  if (row === undefined) throw badRequest(`There is no model version ${itemId}`, sdkErrorCode.noSuchModelVersion);
  return row;
}

/** Filter of versions; all given conditions must hold. */
export interface RegistryVersionFilter {
  readonly version?: string | undefined;
  readonly versionPrefix?: string | undefined;
  readonly major?: number | undefined;
  readonly minor?: number | undefined;
  readonly tag?: string | undefined;
  readonly status?: string | undefined;
}

/** Returns whether a version matches the filter. */
export function matches(row: RegistryVersionRow, filter: RegistryVersionFilter): boolean {
  const parsed = parseVersion(row.version);
  return (
    (!filter.version || row.version === filter.version) &&
    (!filter.versionPrefix || row.version.startsWith(filter.versionPrefix)) &&
    (filter.major === undefined || parsed?.major === filter.major) &&
    (filter.minor === undefined || parsed?.minor === filter.minor) &&
    (!filter.tag || storedTexts(row.tags).includes(filter.tag)) &&
    (!filter.status || row.status === filter.status)
  );
}

/** Returns the highest version that matches the filter; throws 400 if there is none. */
export async function newestRegistryVersion(
  db: Executor,
  model: RegistryModelRow,
  filter: RegistryVersionFilter,
): Promise<RegistryVersionRow> {
  const found = (await listRegistryVersions(db, model.registry_model_id)).find((row) => matches(row, filter));
  if (found === undefined) {
    const wanted = filter.version ? ` ${filter.version}` : filter.tag ? ` tagged ${filter.tag}` : ' of that kind';
    throw badRequest(`The model ${model.model_name} has no version${wanted}`, sdkErrorCode.noSuchModelVersion);
  }
  return found;
}
