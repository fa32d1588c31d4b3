import { contract, type ModelVersion } from '@tracklens/core/contract';
import { versionFiles } from '../store/registry/experiment-models.ts';
import { storedTexts } from '../store/tables/exact-json.ts';
import type { RegistryModelRow, RegistryVersionRow } from '../store/tables/registry-tables.ts';
import { assetRecord } from './asset-records.ts';
import type { HandlerContext } from './handler.ts';

/** Returns the URL of a version's files as a zip, which requires the key. */
function downloadLink(origin: string, model: RegistryModelRow, { version }: RegistryVersionRow): string {
  const query = new URLSearchParams({ workspaceName: model.workspace_name, modelName: model.model_name, version });
  return `${origin}${contract.registry.download.path}?${query}`;
}

/** Returns the record of a version without its files. */
function versionFields(model: RegistryModelRow, row: RegistryVersionRow, origin: string): Omit<ModelVersion, 'assets'> {
  const tags = storedTexts(row.tags);
  return {
    registryModelItemId: row.registry_model_item_id,
    experimentModel: {
      experimentModelId: row.experiment_model_id,
      experimentModelName: row.experiment_model_name,
      experimentKey: row.experiment_key,
    },
    version: row.version,
    comment: row.comment,
    restApiUrl: downloadLink(origin, model, row),
    stages: tags,
    tags,
    status: row.status,
    userName: row.user_name,
    createdAt: row.created_at,
    lastUpdated: row.last_updated,
  };
}

/** Returns the records of versions of a registered model. */
export async function versionRecords(
  model: RegistryModelRow,
  rows: readonly RegistryVersionRow[],
  { store, origin }: HandlerContext,
): Promise<ModelVersion[]> {
  const files = await versionFiles(store, rows);
  return rows.map((row) => ({
    ...versionFields(model, row, origin),
    assets: (files.get(row.experiment_model_id) ?? []).map((file) => assetRecord(file, origin)),
  }));
}

/** Returns the record of a registered model without its versions. */
export function modelFields(row: RegistryModelRow) {
  return {
    registryModelId: row.registry_model_id,
    modelName: row.model_name,
    description: row.description,
    isPublic: row.is_public === 1,
    createdAt: row.created_at,
    lastUpdated: row.last_updated,
    userName: row.user_name,
  };
}

/** Returns the record of a registered model with some of its versions. */
export async function modelRecord(
  row: RegistryModelRow,
  versions: readonly RegistryVersionRow[],
  context: HandlerContext,
) {
  return { ...modelFields(row), versions: await versionRecords(row, versions, context) };
}

/** Returns the record of a registered model for lists. */
export function modelOverview(row: RegistryModelRow, versions: readonly RegistryVersionRow[], origin: string) {
  const latest = versions[0];
  return {
    ...modelFields(row),
    numberOfVersions: versions.length,
    latestVersion: latest === undefined ? null : versionFields(row, latest, origin),
  };
}
