import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelVersion, RegisteredModel } from '@tracklens/core/contract';
import { unzipSync } from 'fflate';
import { createApp } from '../service/app.ts';
import { requireRegistryModel, updateRegistryModel } from '../store/registry/registry.ts';
import { recordedStatements } from '../testing/recorded-statements.ts';
import { type TestService, testKey, testService, upload } from '../testing/test-service.ts';

const rest = '/api/rest/v2';
const model = 'workspaceName=ada&modelName=digits-net';

async function experimentWithModel(service: TestService): Promise<string> {
  const key = await service.experiment();
  const query = new URLSearchParams({
    experimentId: key,
    fileName: 'w.bin',
    type: 'model-element',
    groupingName: 'net',
  });
  await service.call('POST', `/clientlib/asset/upload?${query}`, upload('weights', 'file'));
  return key;
}

const register = (service: TestService, experimentKey: string, more: object = {}, expected = 200) =>
  service.call<{ registryModelItemId: string }>(
    'POST',
    `${rest}/write/registry-model/item/create`,
    { experimentKey, experimentModelName: 'net', registryModelName: 'Digits Net!', ...more },
    expected,
  );
const details = (service: TestService) =>
  service.call<RegisteredModel>('GET', `${rest}/registry-model/details?${model}`);

test('a model of an experiment becomes a version, under the name in the form of the registry', async (t) => {
  const service = await testService(t);
  const key = await experimentWithModel(service);
  await register(service, key, { version: '1.0.0', versionComment: 'first', tags: ['a'], status: 'QA' });
  const { modelName, versions } = await details(service);
  assert.equal(modelName, 'digits-net');
  const [version] = versions;
  assert.deepEqual(
    [version?.version, version?.comment, version?.tags, version?.stages, version?.status],
    ['1.0.0', 'first', ['a'], ['a'], 'QA'],
  );
  assert.equal(version?.experimentModel?.experimentKey, key);
  assert.deepEqual(
    version?.assets.map(({ fileName, fileSize }) => [fileName, fileSize]),
    [['w.bin', 7]],
  );
  const byGivenName = `workspaceName=ada&modelName=${encodeURIComponent('Digits Net!')}`;
  assert.equal((await service.call('GET', `${rest}/registry-model/details?${byGivenName}`)).modelName, 'digits-net');
});

test('versions are listed newest number first and found by prefix, tag and status', async (t) => {
  const service = await testService(t);
  const key = await experimentWithModel(service);
  for (const [version, tags] of [
    ['1.0.0', ['x']],
    ['1.10.0', ['x', 'y']],
    ['1.2.0', []],
    ['2.0.0', []],
  ] as const) {
    await register(service, key, { version, tags });
  }
  const found = async (query: string) =>
    (await service.call<{ items: ModelVersion[] }>('GET', `${rest}/registry-model/items?${model}&${query}`)).items.map(
      ({ version }) => version,
    );
  assert.deepEqual(await found('versionPrefix='), ['2.0.0', '1.10.0', '1.2.0', '1.0.0']);
  assert.deepEqual(await found('versionPrefix=1.'), ['1.10.0', '1.2.0', '1.0.0']);
  assert.deepEqual(await found('versionPrefix=&tag=x'), ['1.10.0', '1.0.0']);
  assert.deepEqual(await found('versionPrefix=&status=Production'), []);
  const latest = await service.call<RegisteredModel>(
    'GET',
    `${rest}/registry-model/latest_version?${model}&versionMajor=1`,
  );
  assert.deepEqual(
    latest.versions.map(({ version }) => version),
    ['1.10.0'],
  );
});

test('a version that is not specified is numbered automatically; taken and malformed ones are rejected', async (t) => {
  const service = await testService(t);
  const key = await experimentWithModel(service);
  await register(service, key);
  await register(service, key);
  assert.deepEqual(
    (await details(service)).versions.map(({ version }) => version),
    ['1.1.0', '1.0.0'],
  );
  for (const version of ['1.0.0', 'one', '1.0']) await register(service, key, { version }, 400);
  await register(service, key, { experimentModelName: 'unknown' }, 400);
  await register(service, key, { registryModelName: '!!!' }, 400);
});

test('changes of status, tags, comment, notes and metadata are recorded in the history', async (t) => {
  const service = await testService(t);
  const key = await experimentWithModel(service);
  const { registryModelItemId: id } = await register(service, key);
  await service.call('POST', `${rest}/write/registry-model/item/status`, { modelItemId: id, status: 'Production' });
  await service.call('POST', `${rest}/write/registry-model/item/status`, { modelItemId: id, status: 'Nonsense' }, 400);
  await service.call('GET', `${rest}/write/registry-model/item/stage?modelItemId=${id}&stage=best`);
  await service.call('GET', `${rest}/write/registry-model/item/stage?modelItemId=${id}&stage=best`);
  await service.call('GET', `${rest}/write/registry-model/item/stage?modelItemId=${id}&stage=old`);
  await service.call('GET', `${rest}/write/registry-model/item/stage/delete?modelItemId=${id}&stage=old`);
  await service.call('POST', `${rest}/write/registry-model/item/update`, { registryModelItemId: id, comment: 'c' });
  await service.call('POST', `${rest}/write/registry-model/item/${id}/metadata`, {
    metadata: [{ key: 'k', value: 1 }],
  });
  await service.call('POST', `${rest}/write/registry-model/notes`, {
    workspaceName: 'ada',
    registryModelName: 'digits-net',
    notes: '# n',
  });
  const version = await service.call<ModelVersion>('GET', `${rest}/registry-model/item/details?${model}&version=1.0.0`);
  assert.deepEqual([version.status, version.tags, version.comment], ['Production', ['best'], 'c']);
  assert.deepEqual(await service.call('GET', `${rest}/registry-model/item/${id}/metadata`), {
    metadata: [{ key: 'k', value: 1 }],
  });
  assert.deepEqual(await service.call('GET', `${rest}/registry-model/notes?${model}`), { notes: '# n' });
  const { history } = await service.call<{ history: { events: { action: string }[] }[] }>(
    'POST',
    `${rest}/registry-model/history/item`,
    { registryModelItemId: id, groupedBy: 'DAY' },
  );
  const actions = new Set(history.flatMap(({ events }) => events.map(({ action }) => action)));
  assert.deepEqual([...actions].sort(), ['comment', 'metadata', 'registered', 'status', 'tags']);
});

test('a change of a model that is renamed meanwhile preserves the new name, also when the old one is used again', async (t) => {
  const service = await testService(t);
  const key = await experimentWithModel(service);
  await register(service, key);
  const before = await requireRegistryModel(service.store.db, 'ada', 'digits-net');
  await service.call('POST', `${rest}/write/registry-model/update`, {
    registryModelId: before.registry_model_id,
    registryModelName: 'renamed',
  });
  await updateRegistryModel(service.store, before, { notes: 'first' }, service.clock.now);
  await register(service, key);
  await updateRegistryModel(service.store, before, { description: 'second' }, service.clock.now);
  const { registry_model_id, notes, description } = await requireRegistryModel(service.store.db, 'ada', 'renamed');
  assert.deepEqual([registry_model_id, notes, description], [before.registry_model_id, 'first', 'second']);
  assert.notEqual((await details(service)).registryModelId, before.registry_model_id);
  await assert.rejects(updateRegistryModel(service.store, before, { name: 'digits-net' }, service.clock.now), {
    status: 400,
  });
});

test('a change of a model that is deleted meanwhile is rejected', async (t) => {
  const service = await testService(t);
  await register(service, await experimentWithModel(service));
  const before = await requireRegistryModel(service.store.db, 'ada', 'digits-net');
  await service.call('GET', `${rest}/write/registry-model/delete?${model}`);
  await assert.rejects(updateRegistryModel(service.store, before, { notes: 'late' }, service.clock.now), {
    status: 400,
    message: /There is no registered model/,
  });
});

test('a version is downloaded completely; deleting it retains the files of the experiment', async (t) => {
  const service = await testService(t);
  const key = await experimentWithModel(service);
  const { registryModelItemId: id } = await register(service, key);
  const zip = await service.send('GET', `${rest}/registry-model/item/download?${model}`);
  assert.deepEqual(Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer()))), ['w.bin']);
  await service.call('GET', `${rest}/write/registry-model/item/delete?modelItemId=${id}`);
  assert.deepEqual((await details(service)).versions, []);
  const { assets } = await service.call<{ assets: unknown[] }>(
    'GET',
    `${rest}/experiment/asset/list?experimentKey=${key}`,
  );
  assert.equal(assets.length, 1);
  await service.call('GET', `${rest}/write/registry-model/delete?${model}`);
  const gone = await service.call('GET', `${rest}/registry-model/details?${model}`, undefined, 400);
  assert.equal(gone.sdk_error_code, 42008);
  assert.deepEqual(await service.call('GET', `${rest}/registry-model/count?workspaceName=ada`), {
    registryModelCount: 0,
  });
});

test('a new experiment with the key of a deleted one does not affect the retained files of a version', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const send = (content: string, more: Record<string, string> = {}) => {
    const query = { experimentId: key, assetId: 'w1', fileName: 'w.bin', type: 'model-element', groupingName: 'net' };
    return service.call(
      'POST',
      `/clientlib/asset/upload?${new URLSearchParams({ ...query, ...more })}`,
      upload(content, 'file'),
    );
  };
  const registered = async () => {
    const { versions } = await details(service);
    const [asset] = versions.find(({ version }) => version === '1.0.0')?.assets ?? [];
    const response = await service.send('GET', asset!.link.replace('http://127.0.0.1', ''));
    return { count: versions[0]!.assets.length, text: await response.text() };
  };
  const listed = async (path: string) =>
    (await service.call<{ assets: { assetId: string }[] }>('GET', `${rest}/experiment/${path}`)).assets;
  await send('first');
  await register(service, key, { version: '1.0.0' });
  await service.call('GET', `${rest}/write/experiment/delete?experimentKey=${key}`);

  await service.call('POST', `${rest}/write/experiment/create`, {
    workspaceName: 'ada',
    projectName: 'digits',
    experimentKey: key,
  });
  assert.deepEqual(await listed(`asset/list?experimentKey=${key}&type=all`), []);
  assert.deepEqual(await listed(`asset/get-by-name?experimentKey=${key}&assetName=w.bin`), []);
  await service.call('GET', `${rest}/write/experiment/asset/delete?experimentKey=${key}&assetId=w1`);
  assert.deepEqual(await registered(), { count: 1, text: 'first' });

  // As when an archive is uploaded again: the same ids and names.
  await send('second', { overwrite: 'true' });
  assert.deepEqual(await registered(), { count: 1, text: 'first' });
  assert.equal((await listed(`model/asset/list?experimentKey=${key}&modelName=net`)).length, 1);

  await service.call('GET', `${rest}/write/experiment/delete?experimentKey=${key}`);
  assert.deepEqual(await registered(), { count: 1, text: 'first' });
  const rows = () => service.store.db.selectFrom('assets').select('sha256').execute();
  assert.equal((await rows()).length, 1);
  await service.call('GET', `${rest}/write/registry-model/delete?${model}`);
  assert.deepEqual(await rows(), []);
});

test('the number of statements of a read depends neither on the versions nor on the models', async (t) => {
  const service = await testService(t);
  /** Reads with a service that records its statements. Returns the response and their number. */
  const read = async <T>(path: string) => {
    const { db, nodes } = recordedStatements(service.store.db);
    const session = { userName: 'ada', defaultWorkspaceName: 'ada' };
    const app = createApp({ store: { ...service.store, db }, apiKey: testKey, session });
    const headers = { host: '127.0.0.1', authorization: testKey };
    const response = await app.fetch(new Request(`http://127.0.0.1${rest}/registry-model${path}`, { headers }));
    return { response: (await response.json()) as T, statements: nodes.length };
  };
  const paths = [`/details?${model}`, `/items?${model}&versionPrefix=1.`, '?workspaceName=ada'];
  const counts = async () => {
    const found: number[] = [];
    for (const path of paths) found.push((await read(path)).statements);
    return found;
  };
  const [deleted, other] = [await experimentWithModel(service), await experimentWithModel(service)];
  await register(service, deleted, { version: '1.0.0' });
  const before = await counts();
  for (let minor = 1; minor < 10; minor++) {
    await register(service, minor % 2 ? deleted : other, { version: `1.${minor}.0` });
    await register(service, other, { registryModelName: `other ${minor}` });
  }
  await service.call('GET', `${rest}/write/experiment/delete?experimentKey=${deleted}`);
  assert.deepEqual(await counts(), before);
  const { response } = await read<RegisteredModel>(paths[0]!);
  assert.deepEqual(
    response.versions.map(({ experimentModel, assets }) => [experimentModel?.experimentKey, assets.length]),
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((minor) => [minor % 2 || minor === 0 ? deleted : other, 1]),
  );
  const { registryModels } = (
    await read<{ registryModels: { modelName: string; numberOfVersions: number }[] }>(paths[2]!)
  ).response;
  assert.deepEqual(
    registryModels.map(({ numberOfVersions }) => numberOfVersions),
    [10, ...Array.from({ length: 9 }, () => 1)],
  );
});
