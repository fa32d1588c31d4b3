/**
 * Versions of models and artifacts that change while what they belong to is deleted: none is orphaned, and none loses
 * its files.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { concurrently, content, filesOf, leftOf, post, removeExperiment } from '../../testing/races.ts';
import { type TestService, testService, upload } from '../../testing/test-service.ts';
import { removeWorkspace } from './workspace-removal.ts';

const rest = '/api/rest/v2';
const often = { numRuns: 30, endOnFailure: true };

const asset = (service: TestService, key: string, query: string, text = content()) =>
  service.send('POST', `/clientlib/asset/upload?experimentId=${key}&fileName=f&${query}`, upload(text, 'f'));

const model = 'workspaceName=ada&modelName=net';

interface Registered {
  readonly key: string;
  /** Existing version. */
  readonly itemId: string;
}

const registerVersion = (service: TestService, experimentKey: string, version?: string) =>
  post(service, `${rest}/write/registry-model/item/create`, { experimentKey, experimentModelName: 'net', version });
const logModel = (service: TestService, key: string, text = 'weights') =>
  service.send(
    'POST',
    `/clientlib/asset/upload?experimentId=${key}&fileName=w&type=model-element&groupingName=net`,
    upload(text, 'w'),
  );

async function registered(service: TestService): Promise<Registered> {
  const key = await service.experiment();
  await logModel(service, key);
  const response = await registerVersion(service, key, '1.0.0');
  assert.equal(response.status, 200);
  return { key, itemId: ((await response.json()) as { registryModelItemId: string }).registryModelItemId };
}

const registryWrites: Readonly<Record<string, (service: TestService, fixture: Registered) => Promise<Response>>> = {
  version: (service, { key }) => registerVersion(service, key),
  tag: (service, { itemId }) =>
    service.send('GET', `${rest}/write/registry-model/item/stage?modelItemId=${itemId}&stage=${randomUUID()}`),
  status: (service, { itemId }) =>
    post(service, `${rest}/write/registry-model/item/status`, { modelItemId: itemId, status: 'QA' }),
  comment: (service, { itemId }) =>
    post(service, `${rest}/write/registry-model/item/update`, { registryModelItemId: itemId, comment: 'c' }),
  notes: (service) =>
    post(service, `${rest}/write/registry-model/notes`, {
      workspaceName: 'ada',
      registryModelName: 'net',
      notes: 'n',
    }),
  'end of the version': (service, { itemId }) =>
    service.send('GET', `${rest}/write/registry-model/item/delete?modelItemId=${itemId}`),
};

test('deleting a registered model during a change leaves no orphaned version or history', async (t) => {
  const service = await testService(t);
  const { db } = service.store;
  const names = fc.array(fc.constantFrom(...Object.keys(registryWrites)), { minLength: 2, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(names, fc.nat(), async (names, index) => {
      const all = await registered(service);
      const others = names.map((name) => () => registryWrites[name]!(service, all));
      const end = () => service.send('GET', `${rest}/write/registry-model/delete?${model}`);
      // In this area, a missing model is rejected with 400.
      assert.ok((await concurrently(others, index, end)).every((status) => status < 500));
      const models = db.selectFrom('registry_models').select('registry_model_id');
      const versions = db.selectFrom('registry_versions').select('registry_model_item_id');
      assert.deepEqual(await versions.where('registry_model_id', 'not in', models).execute(), []);
      const history = db.selectFrom('registry_history').select('action');
      assert.deepEqual(await history.where('registry_model_item_id', 'not in', versions).execute(), []);
      await end();
      await removeExperiment(service, all.key);
      assert.deepEqual(await leftOf(service), {});
    }),
    often,
  );
});

test('registering a model during the deletion of its experiment is rejected, or succeeds completely', async (t) => {
  const service = await testService(t);
  for (let round = 0; round < 8; round++) {
    const key = await service.experiment();
    await logModel(service, key, content());
    const others = ['1.0.0', '2.0.0'].map((version) => () => registerVersion(service, key, version));
    const statuses = await concurrently(others, round, () => removeExperiment(service, key));
    assert.ok(
      statuses.every((status) => [200, 400, 404].includes(status)),
      String(statuses),
    );
    const rows = await service.store.db.selectFrom('registry_versions').select('version').execute();
    for (const { version } of rows) {
      const response = await service.send('GET', `${rest}/registry-model/item/download?${model}&version=${version}`);
      const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
      assert.deepEqual(Object.keys(files), ['w']);
    }
    if (rows.length > 0) await service.call('GET', `${rest}/write/registry-model/delete?${model}`);
    assert.deepEqual(await leftOf(service), {});
  }
});

const upsert = (service: TestService, experimentKey: string) =>
  post(service, `${rest}/write/artifacts/upsert`, {
    artifactName: 'table',
    artifactType: 'dataset',
    experimentKey,
    alias: [randomUUID()],
  });

test('a version of an artifact and its files are retained after the deletion of their experiment, and deleted with their workspace', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const { artifactVersionId } = (await (await upsert(service, key)).json()) as { artifactVersionId: string };
  await asset(service, key, `artifactVersionId=${artifactVersionId}`, 'rows');
  await asset(service, key, '');
  await removeExperiment(service, key);
  const files = `${rest}/artifacts/version/files?artifactVersionId=${artifactVersionId}`;
  const { files: listed } = await service.call<{ files: { assetId: string }[] }>('GET', files);
  assert.equal(listed.length, 1);
  const path = `${rest}/experiment/asset/get-asset?artifactVersionId=${artifactVersionId}&assetId=${listed[0]!.assetId}`;
  assert.equal(await (await service.send('GET', path)).text(), 'rows');
  assert.equal((await filesOf(service)).length, 1);
  await removeWorkspace(service.store, 'ada');
  assert.deepEqual(await leftOf(service), {});
});

test('logging artifacts during the deletion of their workspace leaves no orphaned version, alias or input', async (t) => {
  const service = await testService(t);
  const { db } = service.store;
  for (let round = 0; round < 10; round++) {
    const key = await service.experiment();
    const made = await upsert(service, key);
    assert.equal(made.status, 200, await made.clone().text());
    const { artifactVersionId } = (await made.json()) as { artifactVersionId: string };
    const changes = [
      () => upsert(service, key),
      () => post(service, `${rest}/write/artifacts/state`, { artifactVersionId, state: 'CLOSED' }),
      () => post(service, `${rest}/write/artifacts/version/labels`, { artifactVersionId, alias: [randomUUID()] }),
      () => asset(service, key, `artifactVersionId=${artifactVersionId}`),
      () =>
        service.send('GET', `${rest}/artifacts/version?versionId=${artifactVersionId}&consumerExperimentKey=${key}`),
      () => upsert(service, key),
    ];
    const statuses = await concurrently(changes, round, async () => {
      await removeWorkspace(service.store, 'ada');
      return new Response();
    });
    assert.ok(
      // 400: the version is not closed yet.
      statuses.every((status) => [200, 400, 404].includes(status)),
      String(statuses),
    );
    const artifacts = db.selectFrom('artifacts').select('artifact_id');
    const versions = db.selectFrom('artifact_versions').select('artifact_version_id');
    assert.deepEqual(await versions.where('artifact_id', 'not in', artifacts).execute(), []);
    const aliases = db.selectFrom('artifact_aliases').select('alias');
    assert.deepEqual(await aliases.where('artifact_version_id', 'not in', versions).execute(), []);
    const inputs = db.selectFrom('artifact_inputs').select('experiment_key');
    assert.deepEqual(await inputs.where('artifact_version_id', 'not in', versions).execute(), []);
    // Data logged again in the meantime is deleted by the next removal.
    await removeWorkspace(service.store, 'ada');
    assert.deepEqual(await leftOf(service), {});
  }
});

test('deleting a project while it is shared leaves no share key and no view', async (t) => {
  const service = await testService(t);
  for (let round = 0; round < 10; round++) {
    const index = { workspaceName: 'ada', projectName: `p${round}` };
    const { projectId } = await service.call<{ projectId: string }>('POST', `${rest}/write/project/create`, index);
    const share = () => service.send('GET', `${rest}/write/project/add-share-link?projectId=${projectId}`);
    const view = () =>
      post(service, `${rest}/write/project/named-view`, { ...index, viewName: randomUUID(), state: {} });
    const statuses = await concurrently([share, view, share, view], round, () =>
      post(service, `${rest}/write/project/delete`, { projectId }),
    );
    assert.ok(
      statuses.every((status) => status === 200 || status === 404),
      String(statuses),
    );
    for (const table of ['project_share_keys', 'project_views'] as const) {
      assert.deepEqual(await service.store.db.selectFrom(table).selectAll().execute(), [], table);
    }
  }
});
