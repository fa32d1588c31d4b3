import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jsonResponse } from './faulty-server.ts';
import { type FileFixture, fileFixture } from './file-fixture.ts';

const filesOfTheSystem: readonly {
  readonly title: string;
  readonly code: string;
  run(fixture: FileFixture): Promise<unknown>;
}[] = [
  {
    title: 'an absent file is not sent',
    code: 'ENOENT',
    run: ({ experiment, folder }) => experiment.logAsset(join(folder, 'absent')),
  },
  ...(['logImage', 'logVideo', 'logTable', 'setGitPatch'] as const).map((name) => ({
    title: `an absent file is not sent by ${name}`,
    code: 'ENOENT',
    run: ({ experiment, folder }: FileFixture): Promise<unknown> =>
      experiment[name](join(folder, name === 'logTable' ? 'absent.csv' : 'absent.mp4')),
  })),
  {
    title: 'an absent file is not set as code',
    code: 'ENOENT',
    run: ({ experiment, folder }) => experiment.setCode({ filename: join(folder, 'absent') }),
  },
  { title: 'a folder is not a file', code: 'EISDIR', run: ({ experiment, folder }) => experiment.logImage(folder) },
  {
    title: 'a missing folder is not created for a file',
    code: 'ENOENT',
    run: ({ api, experiment, assetId, folder }) =>
      api.downloadExperimentAsset(experiment.key, assetId, join(folder, 'absent', 'file')),
  },
  {
    title: 'a file that is there is not replaced',
    code: 'EEXIST',
    run: ({ api, experiment, assetId, folder }) =>
      api.downloadExperimentAsset(experiment.key, assetId, join(folder, 'source.bin')),
  },
  {
    title: 'a zip that is there is not replaced',
    code: 'EEXIST',
    run: async ({ experiment, folder }) => {
      await writeFile(join(folder, 'net.zip'), '');
      await experiment.downloadModel('net', { outputPath: folder, expand: false });
    },
  },
  {
    title: 'a zip of a registered model that is there is not replaced',
    code: 'EEXIST',
    run: async ({ api, folder }) => {
      await writeFile(join(folder, 'net_1.0.0.zip'), '');
      await api.downloadRegistryModel('lab', 'net', { version: '1.0.0', expand: false, outputPath: folder });
    },
  },
  {
    title: 'below a file there is no folder for a model',
    code: 'EEXIST|ENOTDIR',
    run: ({ experiment, folder }) => experiment.downloadModel('net', { outputPath: join(folder, 'source.bin') }),
  },
  {
    title: 'below a file there is no folder',
    code: 'EEXIST|ENOTDIR',
    run: ({ api, experiment, assetId, folder }) =>
      api.downloadExperimentAsset(experiment.key, assetId, join(folder, 'source.bin', 'below')),
  },
];

test('file system errors are passed on unchanged, before anything is sent', async (t) => {
  const all = await fileFixture(t);
  const { size } = await stat(join(all.folder, 'source.bin'));
  for (const { title, code, run } of filesOfTheSystem) {
    await t.test(title, async () => {
      all.server.set(jsonResponse(500, {}));
      await assert.rejects(run(all), { code: new RegExp(`^(?:${code})$`) });
      assert.deepEqual(all.server.requests, []);
    });
  }
  assert.equal((await stat(join(all.folder, 'source.bin'))).size, size);
});
