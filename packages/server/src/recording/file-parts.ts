import { readFile } from 'node:fs/promises';
import { contract } from '@tracklens/core/contract';
import { listAssetItems } from '../store/files/asset-items.ts';
import type { AssetRow } from '../store/files/assets.ts';
import { contentPath } from '../store/files/contents.ts';
import {
  type BodyPart,
  jsonRequest,
  type MinimumSize,
  multipartRequest,
  pathWithQuery,
  type RecordedPart,
  type RecordedRequest,
} from './recorded-part.ts';
import type { RecordedExperiment, RecordedProject } from './recorded-project.ts';

const { assets } = contract;

const ofFile = (name: string, { label }: RecordedExperiment) => `file ${name} of ${label}`;

/** Yields the number of bytes that each file of an experiment has at least. */
export async function* minimumOfFiles(
  { db }: RecordedProject,
  experiment: RecordedExperiment,
): AsyncGenerator<MinimumSize> {
  const rows = await db
    .selectFrom('assets')
    .select(['file_name', 'file_size'])
    .where('experiment_key', '=', experiment.row.experiment_key)
    .where('kept_for', 'is', null)
    .where('sha256', 'is not', null)
    .execute();
  for (const row of rows) yield { of: ofFile(row.file_name, experiment), bytes: row.file_size };
  const items = await db
    .selectFrom('asset_items as item')
    .innerJoin('assets as asset', (join) =>
      join.onRef('asset.experiment_key', '=', 'item.experiment_key').onRef('asset.asset_id', '=', 'item.asset_id'),
    )
    .select(['asset.file_name', 'item.file_size'])
    .where('asset.experiment_key', '=', experiment.row.experiment_key)
    .where('asset.kept_for', 'is', null)
    .execute();
  for (const row of items) yield { of: ofFile(row.file_name, experiment), bytes: row.file_size };
}

/** Yields the requests that log the files of an experiment, also those of its models and artifact versions. */
export async function* fileParts(
  source: RecordedProject,
  experiment: RecordedExperiment,
): AsyncGenerator<RecordedPart> {
  const { db } = source;
  const experimentKey = experiment.row.experiment_key;
  const rows = await db
    .selectFrom('assets')
    .selectAll()
    .where('experiment_key', '=', experimentKey)
    .where('kept_for', 'is', null)
    .orderBy('created_at')
    .orderBy('asset_id')
    .execute();
  for (const row of rows) {
    const of = ofFile(row.file_name, experiment);
    if (row.sha256 !== null || row.remote_link !== null) {
      yield { of, request: () => uploadRequest(source, row) };
      continue;
    }
    yield { of, request: () => creationRequest(row) };
    for (const item of await listAssetItems(db, experimentKey, row.asset_id)) {
      const request = async (): Promise<RecordedRequest> => {
        const params = {
          experimentKey,
          assetId: row.asset_id,
          assetItemType: item.item_type,
          userFileName: item.file_name,
        };
        const content = await contentOf(source, item);
        const { method, path } = assets.addItem;
        return multipartRequest({ timeMillis: item.created_at, method, path }, [
          { name: 'requestParams', content: JSON.stringify(params) },
          { name: 'assetItemContent', content, isFile: true },
        ]);
      };
      yield { of, request };
    }
  }
}

/** Returns the request that creates an asset of several files, which are added one by one. */
const creationRequest = ({ experiment_key, asset_id, file_name, type, step, metadata, created_at }: AssetRow) => ({
  ...jsonRequest(assets.create, created_at, {
    experimentKey: experiment_key,
    userFileName: file_name,
    assetType: type,
    step,
    metadata,
  }),
  answer: JSON.stringify({ assetId: asset_id }),
});

async function uploadRequest(source: RecordedProject, row: AssetRow): Promise<RecordedRequest> {
  const query = {
    experimentId: row.experiment_key,
    assetId: row.asset_id,
    fileName: row.file_name,
    type: row.type,
    // A service removes one dot.
    extension: row.extension === '' ? null : `.${row.extension}`,
    step: row.step,
    epoch: row.epoch,
    context: row.context,
    groupingName: row.model_name,
    artifactVersionId: row.artifact_version_id,
  };
  const { method, path } = assets.uploadOnline;
  const target = { timeMillis: row.created_at, method, path: pathWithQuery(path, query) };
  const metadata: BodyPart[] = row.metadata === null ? [] : [{ name: 'metadata', content: row.metadata }];
  if (row.sha256 === null) {
    return multipartRequest(target, [...metadata, { name: 'link', content: row.remote_link! }]);
  }
  const content = await contentOf(source, { ...row, sha256: row.sha256 });
  return multipartRequest(target, [...metadata, { name: 'file', content, isFile: true }]);
}

/**
 * Returns the bytes of a file.
 *
 * @throws Error if it is missing in the data folder
 */
async function contentOf(
  { folder }: RecordedProject,
  file: { readonly sha256: string; readonly file_name: string; readonly experiment_key: string },
): Promise<Buffer> {
  try {
    return await readFile(contentPath({ folder }, file.sha256));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(
      `The file ${file.file_name} of experiment ${file.experiment_key} is missing in ${folder}. Run tracklens check.`,
    );
  }
}
