import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { RestApiException } from '../client/errors.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import { type AssetRecord, contract } from '../contract/index.ts';
import { Model } from '../model/model.ts';
import { placesWithin } from './resolve-inside.ts';
import { saveFile } from './save-file.ts';

/** The experiment that keeps an asset; its link tells. */
function experimentOf(asset: AssetRecord): string | null {
  return URL.parse(asset.link, 'http://service')?.searchParams.get('experimentKey') ?? null;
}

/** A registered model whose files can be downloaded (given by `API.getModel`). */
export class ModelFiles extends Model {
  /**
   * Downloads the files of a version into a folder, each under its name, a few at once.
   *
   * @throws RestApiException `invalid` when one lies elsewhere; errors of the file system as they are
   */
  async download(
    version: string,
    options: OperationOptions & { readonly outputPath?: string; readonly overwrite?: boolean } = {},
  ): Promise<void> {
    const operation = 'Model.download';
    const { outputPath = './', overwrite = false } = options;
    const files = await this.getAssets(version, options);
    const names = files.map(({ fileName }) => fileName);
    const places = await placesWithin(outputPath, names, { operation, warn: this.connection.warn });
    const planned = files.map((asset, index) => {
      const experimentKey = experimentOf(asset);
      if (asset.remote || experimentKey === null) {
        const reason = `${asset.fileName} lies at ${asset.link}, outside of the service`;
        throw RestApiException.from({ code: 'invalid', operation, reason });
      }
      return { path: places[index]!, query: { assetId: asset.assetId, allow301: false, experimentKey } };
    });
    await mapConcurrent(planned, ({ path, query }) =>
      saveFile(
        path,
        (headers) => this.connection.callForBody(operation, contract.assets.get, { query, headers }, options),
        { operation, overwrite, ...this.connection.resumption(options) },
      ),
    );
  }
}

operations(
  ModelFiles.prototype,
  {
    download: ['version'],
  },
  'Model.',
);
