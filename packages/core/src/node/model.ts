import { argument, flag, text } from '../client/argument.ts';
import { transferAll } from '../client/concurrent-transfers.ts';
import type { OperationOptions } from '../client/connection.ts';
import { defineOperations } from '../client/operation.ts';
import { withOperations } from '../client/operation-methods.ts';
import { type AssetRecord, contract } from '../contract/index.ts';
import { Model as BaseModel, type ModelIdentity, versionAssets } from '../model/model.ts';
import { renamedInside } from './resolve-inside.ts';
import { saveFile } from './save-file.ts';

/** Returns the key of the experiment that has an asset, from the asset's link. */
function experimentOf(asset: AssetRecord): string | null {
  return URL.parse(asset.link, 'http://service')?.searchParams.get('experimentKey') ?? null;
}

/** File operations of a registered model. */
interface ModelFileOperations {
  /**
   * Downloads the files of a version into a folder, each under its name, a few at a time. A name that points outside
   * of the folder is changed, which `warn` reports. Errors of the file system are passed on.
   *
   * @throws RestApiException `invalid` when a file is stored outside the service
   */
  download(
    version: string,
    options?: OperationOptions & {
      /** Folder of the files. */
      readonly outputPath?: string | undefined;
      /** Whether an existing file of this name is replaced. Default: false. */
      readonly overwrite?: boolean | undefined;
    },
  ): Promise<void>;
}

const modelFileOperations = defineOperations<ModelFileOperations, ModelIdentity>({
  download: {
    arguments: [argument('version', text)],
    options: { outputPath: text, overwrite: flag },
    async run(context, version, { outputPath = './', overwrite = false }) {
      const { failure, operation } = context;
      const { connection } = context.subject;
      const files = await versionAssets(context, version);
      const names = files.map(({ fileName }) => fileName);
      const paths = await renamedInside(outputPath, names, { operation, warn: connection.warn });
      const planned = files.map((asset, index) => {
        const experimentKey = experimentOf(asset);
        if (asset.remote || experimentKey === null) {
          throw failure('invalid', `${asset.fileName} is stored at ${asset.link}, outside of the service`);
        }
        return { path: paths[index]!, query: { assetId: asset.assetId, allow301: false, experimentKey } };
      });
      await transferAll(context, planned, ({ callForBody, signal }, { path, query }) =>
        saveFile(path, (headers) => callForBody(contract.assets.get, { query, headers }), {
          operation,
          overwrite,
          ...connection.resumption({ signal }),
        }),
      );
    },
  },
});

/** Registered model whose files can be downloaded, returned by `API.getModel`. */
export class Model extends withOperations<typeof BaseModel, ModelFileOperations>(
  BaseModel,
  modelFileOperations,
  'Model.',
) {}
