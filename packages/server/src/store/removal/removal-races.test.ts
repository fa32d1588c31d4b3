/** Writes during the deletion of their experiment, model or workspace: they are rejected, or deleted with it. */

import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { cleanup } from '@tracklens/core/test-support';
import fc from 'fast-check';
import { concurrently, content, leftOf, post, removeExperiment } from '../../testing/races.ts';
import { type TestService, testService, testStore, upload } from '../../testing/test-service.ts';
import { insertExperiment } from '../experiments/experiments.ts';
import { ensureProject } from '../experiments/projects.ts';
import { saveAsset } from '../files/asset-writes.ts';
import { contentPath } from '../files/contents.ts';

const rest = '/api/rest/v2';

/** Initial content of an experiment. */
interface Fixture {
  readonly key: string;
  /** Asset that consists of several files. */
  readonly sceneId: string;
  /** Asset that is repeatedly written and deleted. */
  readonly assetId: string;
}

async function createFixture(service: TestService): Promise<Fixture> {
  const key = await service.experiment();
  const { assetId: sceneId } = await service.call<{ assetId: string }>('POST', '/clientlib/asset', {
    experimentKey: key,
  });
  return { key, sceneId, assetId: 'a'.repeat(32) };
}

const asset = (service: TestService, { key }: Fixture, query: string, text = content()) =>
  service.send('POST', `/clientlib/asset/upload?experimentId=${key}&fileName=f&${query}`, upload(text, 'f'));
const set = (service: TestService, { key }: Fixture, path: string, body: object) =>
  post(service, `${rest}/write/experiment/${path}`, { experimentKey: key, ...body });

async function inParts(service: TestService, { key }: Fixture): Promise<Response> {
  const begun = await post(service, '/clientlib/asset/upload-start', {
    experimentId: key,
    fileName: 'large',
    startUploadParams: { numOfFileParts: 1 },
  });
  if (begun.status !== 200) return begun;
  const { requestId, preSignUrl } = (await begun.json()) as { requestId: string; preSignUrl: [string] };
  const { pathname, search } = new URL(preSignUrl[0]);
  await service.send('PUT', pathname + search, content());
  return await post(service, '/clientlib/asset/upload-complete', { requestId, succeed: true });
}

/** Every request that adds a row or a file to an experiment. */
const writes: Readonly<Record<string, (service: TestService, createFixture: Fixture) => Promise<Response>>> = {
  metric: (service, createFixture) =>
    set(service, createFixture, 'metric', { metricName: randomUUID(), metricValue: 1 }),
  'batch of metrics': (service, { key }) => {
    const values = Array.from({ length: 1100 }, (_, step) => ({ metricName: 'loss', metricValue: step, timestamp: 1 }));
    return post(service, '/clientlib/batch/logger/experiment/metric', { experimentKey: key, values });
  },
  parameter: (service, createFixture) =>
    set(service, createFixture, 'parameter', { parameterName: 'lr', parameterValue: 1 }),
  other: (service, createFixture) => set(service, createFixture, 'log-other', { key: 'note', value: 'x' }),
  tags: (service, createFixture) => set(service, createFixture, 'tags', { addedTags: [randomUUID()] }),
  html: (service, createFixture) => set(service, createFixture, 'html', { html: '<p>' }),
  output: (service, { key }) =>
    post(service, '/clientlib/rest/v2/write/experiment/output', {
      experimentKey: key,
      outputLines: [{ output: 'line\n' }],
    }),
  code: (service, createFixture) => set(service, createFixture, 'code', { code: 'print()' }),
  graph: (service, createFixture) => set(service, createFixture, 'graph', { graph: '{}' }),
  'git metadata': (service, createFixture) => set(service, createFixture, 'git/metadata', { user: 'ada' }),
  'system details': (service, { key }) =>
    post(service, '/clientlib/rest/v2/write/experiment/system-details', { experimentKey: key, hostname: 'h' }),
  'cloud details': (service, createFixture) => set(service, createFixture, 'cloud-details', { provider: 'p' }),
  dependencies: (service, { key }) =>
    post(
      service,
      `${rest}/write/experiment/dependencies`,
      { experimentKey: key, logDependencies: [{ name: 'n' }] },
      'PUT',
    ),
  notification: (service, { key }) => post(service, '/clientlib/notification/experiment', { experiment_key: key }),
  'remote function': (service, { key }) =>
    post(service, '/clientlib/rpc/register-rpc', { experimentKey: key, functionName: 'f' }),
  stop: (service, { key }) => service.send('GET', `${rest}/write/experiment/stop?experimentKey=${key}`),
  link: (service, { key }) =>
    service.send('GET', `${rest}/write/project/symlink?experimentKey=${key}&projectName=mirror`),
  'link of several': (service, { key }) =>
    post(service, `${rest}/write/experiment/move`, {
      experimentKeys: [key],
      targetWorkspaceName: 'ada',
      targetProjectName: 'mirror',
      symlink: true,
    }),
  asset: (service, createFixture) => asset(service, createFixture, ''),
  'the same asset': (service, createFixture) => asset(service, createFixture, `assetId=${createFixture.assetId}`),
  'the same content': (service, createFixture) => asset(service, createFixture, '', 'the same'),
  'an asset instead of another': (service, createFixture) => asset(service, createFixture, 'overwrite=true'),
  'a file of a model': (service, createFixture) => asset(service, createFixture, 'type=model-element&groupingName=net'),
  'an asset that is stored elsewhere': (service, { key }) => {
    const form = new FormData();
    form.set('link', 's3://bucket/f');
    return service.send('POST', `/clientlib/asset/upload?experimentId=${key}&isRemote=true`, form);
  },
  'a model that is stored elsewhere': (service, { key }) =>
    post(service, '/clientlib/asset/log-remote-model', {
      experimentKey: key,
      modelName: 'net',
      remoteEntities: [{ remoteUrl: 's3://bucket/w' }],
    }),
  'a file of an asset': (service, { key, sceneId }) => {
    const form = new FormData();
    const params = { experimentKey: key, assetId: sceneId, assetItemType: 'points', userFileName: randomUUID() };
    form.set('requestParams', JSON.stringify(params));
    form.set('assetItemContent', new Blob([content()]), 'points');
    return service.send('POST', '/clientlib/asset/asset-item', form);
  },
  'the end of an asset': (service, { key, sceneId }) =>
    service.send('GET', `${rest}/write/experiment/asset/delete?experimentKey=${key}&assetId=${sceneId}`),
  patch: (service, { key }) =>
    service.send('POST', `${rest}/write/experiment/git/patch?experimentKey=${key}`, upload(content(), 'p.zip')),
  'an asset in parts': inParts,
};

const several = fc.array(fc.constantFrom(...Object.keys(writes)), { minLength: 3, maxLength: 9 });
const often = { numRuns: 30, endOnFailure: true };

test('deleting an experiment during any write leaves no row and no file', async (t) => {
  const service = await testService(t);
  await fc.assert(
    fc.asyncProperty(several, fc.nat(), async (names, index) => {
      const all = await createFixture(service);
      const others = names.map((name) => () => writes[name]!(service, all));
      const statuses = await concurrently(others, index, () => removeExperiment(service, all.key));
      assert.deepEqual(
        statuses.filter((status) => status !== 200 && status !== 404),
        [],
      );
      assert.deepEqual(await leftOf(service), {});
    }),
    often,
  );
});

test('each write during the deletion of its experiment is rejected or deleted', async (t) => {
  const service = await testService(t);
  for (const [name, write] of Object.entries(writes)) {
    await t.test(name, async () => {
      for (let round = 0; round < 4; round++) {
        const all = await createFixture(service);
        const others = [0, 1, 2].map(() => () => write(service, all));
        const statuses = await concurrently(others, round, () => removeExperiment(service, all.key));
        assert.ok(
          statuses.every((status) => status === 200 || status === 404),
          String(statuses),
        );
        assert.deepEqual(await leftOf(service), {});
      }
    });
  }
});

test('two services on one database and folder retain a file that one receives while the other releases it', async (t) => {
  const { open, options } = await testStore(t);
  if (options.databaseUrl === undefined) return t.skip('one process at a time has a SQLite folder');
  const store = await open();
  const other = new Worker(new URL('../../testing/removing-service.ts', import.meta.url), { workerData: options });
  cleanup(t).defer(async () => void (await other.terminate()));
  await once(other, 'message');
  const removed = async (experimentKey: string) => {
    other.postMessage(experimentKey);
    await once(other, 'message');
  };
  const at = 1_790_000_000_000;
  const project = await ensureProject(store.db, { workspaceName: 'ada', projectName: 'p', owner: 'ada' }, at);
  const text = 'the same';
  const sha256 = createHash('sha256').update(text).digest('hex');
  const begin = { projectId: project.project_id, name: null, runId: 'r', liveness: 'none', startTime: at } as const;
  const send = async (experimentKey: string) => {
    await insertExperiment(store.db, { experimentKey, ...begin }, at);
    const path = join(store.folder, `${experimentKey}.part`);
    await writeFile(path, text);
    const file = { path, size: text.length, sha256, fileName: null, contentType: null };
    await saveAsset(store, { experimentKey, fileName: 'f' }, file, at);
    await rm(path, { force: true });
  };
  for (let round = 0; round < 60; round++) {
    const [going, staying] = [randomUUID(), randomUUID()];
    await send(going);
    await Promise.all([removed(going), send(staying)]);
    assert.equal((await stat(contentPath(store, sha256))).size, text.length, `round ${round}`);
    await removed(staying);
  }
});
