import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { API } from '@tracklens/core';
import { sdkSession } from './sdk-session.ts';

type ReadAsset = [path: string, size: number, remote: boolean, metadata: unknown, link: string | null];

interface ReadArtifact {
  readonly version: string;
  readonly aliases: readonly string[];
  readonly metadata: unknown;
  readonly tags: readonly string[];
  readonly source: string;
  readonly size: number;
  readonly assets: readonly ReadAsset[];
}

interface Logged {
  readonly key: string;
  readonly readerKey: string;
  readonly loggedVersion: string;
  readonly read: Readonly<Record<string, ReadArtifact>>;
  readonly downloaded: readonly [string, string][];
  readonly oneAsset: string;
  readonly relabelled: { readonly aliases: string[]; readonly tags: string[]; readonly all: string[] };
  readonly absent: readonly string[];
  /** Names of the artifact that is read by its name with a slash. */
  readonly withSlash: readonly string[];
  /** Versions that the SDK reads as inputs of the second experiment. */
  readonly inputs: readonly string[];
  readonly modelNames: readonly string[];
  readonly modelVersions: readonly string[];
  readonly modelTags: readonly string[];
  readonly modelFiles: readonly string[];
}

const name = 'my table (1)';
const csv = 'x,y\n1,2\n';

test('artifacts and models that the SDK logs are read back by the SDK and by this client', async (t) => {
  const session = await sdkSession<Logged>(t, 'log_artifacts.py');
  const { logged, folder, service } = session;
  const api = new API({ url: service.url, apiKey: service.env.SERVICE_API_KEY!, cache: false });

  await t.test('the SDK reads versions by number, alias and none', () => {
    const { read, key } = logged;
    const first = {
      version: '1.0.0',
      aliases: ['raw'],
      metadata: { rows: 1 },
      tags: ['small'],
      source: key,
      size: csv.length,
      assets: [['a.csv', csv.length, false, { columns: 2 }, null]],
    };
    const second = {
      version: '2.5.0',
      aliases: ['best', 'clean'],
      metadata: {},
      tags: [],
      source: key,
      size: 30,
      assets: [
        ['big.parquet', 0, true, { rows: 10 }, 'https://files.example/big.parquet'],
        ['data/a.csv', csv.length, false, null, null],
        ['data/deep/b.bin', 8, false, null, null],
        ['memory.txt', 14, false, null, null],
        ['other.parquet', 0, true, null, 'https://files.example/other.parquet'],
      ],
    };
    assert.equal(logged.loggedVersion, '1.0.0');
    for (const asked of ['1.0.0', 'raw']) assert.deepEqual(read[asked], first, asked);
    for (const asked of ['2.5.0', 'best']) assert.deepEqual(read[asked], second, asked);
    for (const asked of ['Latest', 'None']) assert.equal(read[asked]?.version, '3.0.0', asked);
    assert.deepEqual(logged.absent, ['ArtifactNotFound', 'ArtifactNotFound']);
  });

  await t.test('the SDK downloads what was logged, whole and one file', () => {
    assert.deepEqual(logged.downloaded, [
      ['data/a.csv', csv],
      ['data/deep/b.bin', '\u0000\u0001binary'],
      ['memory.txt', 'text in memory'],
    ]);
    assert.equal(logged.oneAsset, csv);
  });

  await t.test('labels changed by the SDK are read back', () => {
    assert.deepEqual(logged.relabelled, { aliases: ['gold'], tags: ['checked'], all: ['tables'] });
  });

  await t.test('this client reads the same versions and downloads their files', async () => {
    const { artifacts } = await api.getArtifactList('lab');
    assert.deepEqual(
      artifacts.map((artifact) => [artifact.name, artifact.type, artifact.versionsCount]),
      [
        [name, 'dataset', 4],
        ['raw/tables', 'dataset', 1],
      ],
    );
    const { versions, latestVersion, tags } = await api.getArtifactDetails({ workspace: 'lab', artifactName: name });
    assert.deepEqual(
      versions.map(({ version, state, alias }) => [version, state, alias]),
      [
        ['1.0.0', 'CLOSED', ['raw']],
        ['2.5.0', 'CLOSED', ['gold']],
        ['3.0.0', 'CLOSED', []],
        ['4.0.0', 'CLOSED', ['Latest']],
      ],
    );
    assert.deepEqual([latestVersion, tags], ['4.0.0', ['tables']]);
    const { files } = await api.getArtifactFiles({ workspace: 'lab', artifactName: name, alias: 'gold' });
    const file = files.find(({ fileName }) => fileName === 'data/a.csv')!;
    const target = join(folder, 'by-this-client.csv');
    await api.downloadExperimentAsset(logged.key, file.assetId, target);
    assert.equal(await readFile(target, 'utf8'), csv);
    const last = await api.getArtifactFiles({ workspace: 'lab', artifactName: name, version: '4.0.0' });
    assert.deepEqual(
      last.files.map(({ fileName, link }) => [fileName, link]),
      [
        ['big.parquet', 'https://files.example/big.parquet'],
        ['data/a.csv', null],
        ['data/deep/b.bin', null],
        ['memory.txt', null],
        ['more.txt', null],
        ['other.parquet', 'https://files.example/other.parquet'],
      ],
    );
  });

  await t.test('the versions that the SDK read are the inputs of its experiment', async () => {
    assert.deepEqual(logged.withSlash, ['raw/tables', 'raw/tables', 'raw/tables']);
    // Version 1.0.0 of two artifacts.
    assert.deepEqual(logged.inputs, ['1.0.0', '1.0.0', '2.5.0', '3.0.0']);
    const { artifacts } = await (await api.getExperimentByKey(logged.readerKey))!.getArtifactLineage();
    assert.deepEqual(artifacts.map(({ direction, version }) => `${direction} ${version}`).toSorted(), [
      ...logged.inputs.map((version) => `input ${version}`),
      'output 4.0.0',
    ]);
  });

  await t.test('a registered model is downloaded by both, with the same files', async () => {
    assert.deepEqual([logged.modelNames, logged.modelVersions, logged.modelTags], [['my-net'], ['1.2.3'], ['good']]);
    assert.deepEqual(logged.modelFiles, ['data/a.csv', 'data/deep/b.bin', 'extra.csv']);
    const place = join(folder, 'model-by-this-client');
    await (await api.getModel('lab', 'my-net')).download('1.2.3', { outputPath: place });
    for (const file of logged.modelFiles) {
      assert.equal(
        await readFile(join(place, file), 'utf8'),
        await readFile(join(folder, 'model', file), 'utf8'),
        file,
      );
    }
  });

  await t.test('a model whose files are stored elsewhere keeps their addresses', async () => {
    const experiment = (await api.getExperimentByKey(logged.readerKey))!;
    assert.deepEqual((await experiment.getModelNames()).toSorted(), ['far', 'net']);
    const files = await experiment.getModelAssetList('far');
    assert.deepEqual(
      files.map(({ remote, link }) => [remote, link]),
      [[true, 'https://files.example/net.onnx']],
    );
  });
});
