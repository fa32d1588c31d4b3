import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArtifactDetails, ArtifactUse } from '@tracklens/core/contract';
import { deleteArtifacts } from '../store/removal/artifact-removal.ts';
import { removeExperiments } from '../store/removal/experiment-removal.ts';
import { type TestService, testService, upload } from '../testing/test-service.ts';

const rest = '/api/rest/v2';
const name = 'data set/train';
const named = `workspace=ada&artifactName=${encodeURIComponent(encodeURIComponent(name))}`;

async function logVersion(service: TestService, key: string, more: object = {}) {
  const body = { artifactName: name, artifactType: 'dataset', experimentKey: key, alias: [], versionTags: [], ...more };
  return await service.call<{
    artifactId: string;
    artifactVersionId: string;
    currentVersion: string;
    previousVersion: string | null;
  }>('POST', `${rest}/write/artifacts/upsert`, body);
}
const close = (service: TestService, key: string, artifactVersionId: string) =>
  service.call('POST', `${rest}/write/artifacts/state`, { artifactVersionId, experimentKey: key, state: 'CLOSED' });
const details = (service: TestService) => service.call<ArtifactDetails>('GET', `${rest}/artifacts/get?${named}`);

test('versions are numbered automatically; taken and malformed ones are rejected', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  assert.equal((await logVersion(service, key)).currentVersion, '1.0.0');
  const second = await logVersion(service, key);
  assert.deepEqual([second.currentVersion, second.previousVersion], ['2.0.0', '1.0.0']);
  assert.equal((await logVersion(service, key, { version: '2.5.0' })).currentVersion, '2.5.0');
  assert.equal((await logVersion(service, key)).currentVersion, '3.0.0');
  const body = { artifactName: name, experimentKey: key };
  const taken = await service.call('POST', `${rest}/write/artifacts/upsert`, { ...body, version: '2.5.0' }, 400);
  assert.equal(taken.sdk_error_code, 90399);
  await service.call('POST', `${rest}/write/artifacts/upsert`, { ...body, version: 'latest' }, 400);
});

test('closing a version makes it the latest, and only one version has an alias', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const first = await logVersion(service, key, { alias: ['prod'] });
  assert.deepEqual((await details(service)).versions[0]?.alias, ['prod']);
  await close(service, key, first.artifactVersionId);
  assert.deepEqual((await details(service)).versions[0]?.alias, ['Latest', 'prod']);
  const second = await logVersion(service, key, { alias: ['prod'] });
  await close(service, key, second.artifactVersionId);
  const { versions, latestVersion } = await details(service);
  assert.deepEqual(
    versions.map(({ alias }) => alias),
    [[], ['Latest', 'prod']],
  );
  assert.equal(latestVersion, '2.0.0');
  await service.call('POST', `${rest}/write/artifacts/version/labels`, {
    artifactVersionId: second.artifactVersionId,
    alias: ['candidate'],
    versionTags: ['clean'],
  });
  const after = (await details(service)).versions[1];
  assert.deepEqual([after?.alias, after?.tags], [['candidate'], ['clean']]);
});

test('files of a version are listed by version or alias and downloaded by its id alone', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const version = await logVersion(service, key, { versionMetadata: '{"rows":3}' });
  const query = new URLSearchParams({
    experimentId: key,
    fileName: 'train/a.csv',
    assetId: 'd'.repeat(32),
    artifactVersionId: version.artifactVersionId,
  });
  await service.call('POST', `/clientlib/asset/upload?${query}`, upload('1,2,3', 'file'));
  await service.call('POST', `/clientlib/rest/v2/write/artifact/assets/remote/batch?experimentKey=${key}`, {
    remoteArtifactAssetRequests: [{ link: 's3://b/c.csv', artifactVersionId: version.artifactVersionId }],
  });
  await close(service, key, version.artifactVersionId);
  for (const choice of ['version=1.0.0', 'alias=Latest', '']) {
    const { files } = await service.call<{ files: { fileName: string; link: string | null; type: string }[] }>(
      'GET',
      `${rest}/artifacts/version/files?${named}&${choice}`,
    );
    assert.deepEqual(
      files.map((file) => [file.fileName, file.link, file.type]),
      [
        ['c.csv', 's3://b/c.csv', 'unknown'],
        ['train/a.csv', null, 'unknown'],
      ],
      choice,
    );
  }
  const path = `${rest}/experiment/asset/get-asset?assetId=${'d'.repeat(32)}&artifactVersionId=${version.artifactVersionId}`;
  assert.equal(await (await service.send('GET', path)).text(), '1,2,3');
  const one = await service.call('GET', `${rest}/artifacts/version?versionId=${version.artifactVersionId}`);
  assert.equal(one.metadata, '{"rows":3}');
  assert.equal(one.sizeInBytes, 5);
  const { assets } = await service.call<{ assets: unknown[] }>(
    'GET',
    `${rest}/experiment/asset/list?experimentKey=${key}`,
  );
  assert.deepEqual(assets, []);
});

test('the list counts versions and can be limited to a type', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  await logVersion(service, key);
  await logVersion(service, key);
  const all = await service.call<{ artifacts: { name: string; versionsCount: number }[] }>(
    'GET',
    `${rest}/artifacts/get-all?workspace=ada`,
  );
  assert.deepEqual(
    all.artifacts.map((entry) => [entry.name, entry.versionsCount]),
    [[name, 2]],
  );
  assert.deepEqual(await service.call('GET', `${rest}/artifacts/get-all?workspace=ada&type=model`), { artifacts: [] });
});

test('an absent artifact, version or alias is 404 with its error code', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  assert.equal((await service.call('GET', `${rest}/artifacts/get?${named}`, undefined, 404)).sdk_error_code, 624522);
  await logVersion(service, key);
  const absent = await service.call('GET', `${rest}/artifacts/version/files?${named}&version=9.0.0`, undefined, 404);
  assert.equal(absent.sdk_error_code, 624523);
  await service.call('GET', `${rest}/artifacts/version/files?${named}&alias=none`, undefined, 404);
  await service.call('GET', `${rest}/artifacts/get?workspace=ada`, undefined, 400);
});

test('an experiment reads an artifact of its workspace by name, including files of other experiments', async (t) => {
  const service = await testService(t);
  const [maker, reader] = [await service.experiment(), await service.experiment('other')];
  const { artifactVersionId } = await logVersion(service, maker);
  const query = new URLSearchParams({ experimentId: maker, assetId: 'a1', fileName: 'a.txt', artifactVersionId });
  await service.call('POST', `/clientlib/asset/upload?${query}`, upload('content', 'file'));
  await close(service, maker, artifactVersionId);
  const asked = `experimentKey=${reader}&consumerExperimentKey=${reader}`;
  const unnamed = `artifactName=${encodeURIComponent(encodeURIComponent(name))}`;
  const version = await service.call('GET', `${rest}/artifacts/version?${unnamed}&versionOrAlias=Latest&${asked}`);
  assert.equal(version.artifactVersionId, artifactVersionId);
  const file = `assetId=a1&artifactVersionId=${artifactVersionId}&experimentKey=${reader}`;
  const response = await service.send('GET', `${rest}/experiment/asset/get-asset?${file}`);
  assert.equal(await response.text(), 'content');
});

test('other experiments cannot read a version that is not closed', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const { artifactId, artifactVersionId } = await logVersion(service, key);
  const asked = `${rest}/artifacts/version?${named}&versionOrAlias=1.0.0&consumerExperimentKey=${key}`;
  assert.equal((await service.call('GET', asked, undefined, 400)).sdk_error_code, 90402);
  await service.call('GET', `${rest}/artifacts/version?artifactId=${artifactId}&versionId=${artifactVersionId}`);
  const failed = { artifactVersionId, experimentKey: key, state: 'ERROR' };
  await service.call('POST', `${rest}/write/artifacts/state`, failed);
  assert.match(String((await service.call('GET', asked, undefined, 400)).msg), /failed while it was logged/);
  await close(service, key, artifactVersionId);
  await service.call('GET', asked);
});

test('the versions that an experiment used are stored once, and deleted with the experiment or the artifact', async (t) => {
  const service = await testService(t);
  const [maker, reader] = [await service.experiment(), await service.experiment()];
  const { artifactId, artifactVersionId } = await logVersion(service, maker);
  const uses = async (key: string, filter = '') =>
    (
      await service.call<{ artifacts: ArtifactUse[] }>('GET', `${rest}/get/artifacts?experimentKey=${key}${filter}`)
    ).artifacts.map(({ direction, timestamp, ...of }) => ({ direction, ...of }));
  const version = `${rest}/artifacts/version?${named}`;
  await service.call('GET', `${version}&consumerExperimentKey=${reader}`, undefined, 400);
  await close(service, maker, artifactVersionId);
  await service.call('GET', version);
  assert.deepEqual(await uses(reader), []);
  for (let time = 0; time < 2; time++) await service.call('GET', `${version}&consumerExperimentKey=${reader}`);
  await service.call('GET', `${version}&consumerExperimentKey=${'0'.repeat(32)}`, undefined, 404);

  const ids = { artifactId, artifactVersionId, version: '1.0.0', experimentKey: maker };
  const used = { workspaceName: 'ada', artifactName: name, artifactType: 'dataset', ...ids };
  assert.deepEqual(await uses(reader), [{ direction: 'input', ...used }]);
  assert.deepEqual(await uses(reader, '&filter=output'), []);
  assert.deepEqual(await uses(maker), [{ direction: 'output', ...used }]);
  assert.deepEqual(await uses(maker, '&filter=input'), []);
  await service.call('GET', `${rest}/get/artifacts?experimentKey=${'0'.repeat(32)}`, undefined, 404);

  const { store } = service;
  const stored = async () =>
    (await store.db.selectFrom('artifact_inputs').select('experiment_key').execute()).map((row) => row.experiment_key);
  await service.call('GET', `${version}&consumerExperimentKey=${maker}`);
  await removeExperiments(store, [reader]);
  assert.deepEqual(await stored(), [maker]);
  await deleteArtifacts(store, 'ada');
  assert.deepEqual(await stored(), []);
});

test('a file of a downloaded artifact can be logged again, with any download strategy', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const names = async (artifactVersionId: string) => {
    const of = `${named}&artifactVersionId=${artifactVersionId}`;
    return (await service.call<{ files: { assetId: string }[] }>('GET', `${rest}/artifacts/version/files?${of}`)).files
      .map(({ assetId }) => assetId)
      .toSorted();
  };
  for (const [overwrite, kept] of [
    ['FAIL', ['old', 'new']],
    ['PRESERVE', ['old', 'new']],
    ['OVERWRITE', ['new']],
  ] as const) {
    const { artifactVersionId } = await logVersion(service, key);
    for (const assetId of ['old', 'new']) {
      const fields = { experimentId: key, assetId: overwrite + assetId, fileName: overwrite, overwrite };
      const query = new URLSearchParams({ ...fields, artifactVersionId });
      await service.call('POST', `/clientlib/asset/upload?${query}`, upload(assetId, 'file'));
    }
    assert.deepEqual(await names(artifactVersionId), kept.map((id) => overwrite + id).toSorted());
  }
});
