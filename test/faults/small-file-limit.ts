// Downloads an asset under a limit of file sizes and prints the result. Started by full-disk.test.ts.
import { readdir } from 'node:fs/promises';
import { API } from '@tracklens/core';

const [url, apiKey, experimentKey, assetId, folder] = process.argv.slice(2) as [string, string, string, string, string];
const api = new API({ url, apiKey, cache: false });
const failure = await api.downloadExperimentAsset(experimentKey, assetId, `${folder}/model.bin`).then(
  () => null,
  (error: NodeJS.ErrnoException) => ({ code: error.code, syscall: error.syscall }),
);
console.log(JSON.stringify({ failure, left: await readdir(folder) }));
process.exit(0);
