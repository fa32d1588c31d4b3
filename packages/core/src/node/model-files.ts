import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { RestApiException } from '../client/errors.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import { type AssetRecord, contract } from '../contract/index.ts';
import { Model } from '../model/model.ts';
import { pathsInside } from './resolve-inside.ts';
import { saveFile } from './save-file.ts';

/** Returns the key of the experiment that has an asset, from the asset's link. */
function experimentOf(asset: AssetRecord): string | null {
  return URL.parse(asset.link, 'http://service')?.searchParams.get('experimentKey') ?? null;
}

/** Registered model whose files can be downloaded, returned by `API.getModel`. */
export class ModelFiles extends Model {
  /**
   * Downloads the files of a version into a folder, each under its name, a few at a time. Errors of the file system
   * are passed on.
   *
   * @throws RestApiException `invalid` when a file is stored outside the service
   */
  async download(
    version: string,
    options: OperationOptions & { readonly outputPath?: string; readonly overwrite?: boolean } = {},
  ): Promise<void> {
    const operation = 'Model.download';
    const { outputPath = './', overwrite = false } = options;
    const files = await this.getAssets(version, options);
    const names = files.map(({ fileName }) => fileName);
    const paths = await pathsInside(outputPath, names, { operation, warn: this.connection.warn });
    const planned = files.map((asset, index) => {
      const experimentKey = experimentOf(asset);
      if (asset.remote || experimentKey === null) {
        const reason = `${asset.fileName} lies at ${asset.link}, outside of the service`;
        throw RestApiException.from({ code: 'invalid', operation, reason });
      }
      return { path: paths[index]!, query: { assetId: asset.assetId, allow301: false, experimentKey } };
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
