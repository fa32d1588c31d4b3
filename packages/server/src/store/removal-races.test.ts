/** Whatever is written while its experiment, model or workspace is deleted: it is refused, or it goes with it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type TestService, testService, upload } from '../testing/test-service.ts';
import { areaSchemas } from './schema.ts';

const rest = '/api/rest/v2';

const post = (service: TestService, path: string, body: unknown, method = 'POST') =>
  service.send(method, path, JSON.stringify(body), { 'content-type': 'application/json' });
const removeExperiment = (service: TestService, key: string) =>
  service.send('GET', `${rest}/write/experiment/delete?experimentKey=${key}`);

/** What lies in an experiment before anything happens to it. */
interface Ground {
  readonly key: string;
  /** An asset that has several files. */
  readonly sceneId: string;
  /** An asset that is written and deleted again and again. */
  readonly assetId: string;
}

async function ground(service: TestService): Promise<Ground> {
  const key = await service.experiment();
  const { assetId: sceneId } = await service.call<{ assetId: string }>('POST', '/clientlib/asset', {
    experimentKey: key,
  });
  return { key, sceneId, assetId: 'a'.repeat(32) };
}

const content = () => `${randomUUID()} `.repeat(40);
const asset = (service: TestService, { key }: Ground, query: string, text = content()) =>
  service.send('POST', `/clientlib/asset/upload?experimentId=${key}&fileName=f&${query}`, upload(text, 'f'));
const set = (service: TestService, { key }: Ground, path: string, body: object) =>
  post(service, `${rest}/write/experiment/${path}`, { experimentKey: key, ...body });

async function inParts(service: TestService, { key }: Ground): Promise<Response> {
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

/** Everything that adds a row or a file to an experiment. */
const writes: Readonly<Record<string, (service: TestService, ground: Ground) => Promise<Response>>> = {
  metric: (service, ground) => set(service, ground, 'metric', { metricName: randomUUID(), metricValue: 1 }),
  'batch of metrics': (service, { key }) => {
    const values = Array.from({ length: 1100 }, (_, step) => ({ metricName: 'loss', metricValue: step, timestamp: 1 }));
    return post(service, '/clientlib/batch/logger/experiment/metric', { experimentKey: key, values });
  },
  parameter: (service, ground) => set(service, ground, 'parameter', { parameterName: 'lr', parameterValue: 1 }),
  other: (service, ground) => set(service, ground, 'log-other', { key: 'note', value: 'x' }),
  tags: (service, ground) => set(service, ground, 'tags', { addedTags: [randomUUID()] }),
  html: (service, ground) => set(service, ground, 'html', { html: '<p>' }),
  output: (service, { key }) =>
    post(service, '/clientlib/rest/v2/write/experiment/output', {
      experimentKey: key,
      outputLines: [{ output: 'line\n' }],
    }),
  code: (service, ground) => set(service, ground, 'code', { code: 'print()' }),
  graph: (service, ground) => set(service, ground, 'graph', { graph: '{}' }),
  'git metadata': (service, ground) => set(service, ground, 'git/metadata', { user: 'ada' }),
  'system details': (service, { key }) =>
    post(service, '/clientlib/rest/v2/write/experiment/system-details', { experimentKey: key, hostname: 'h' }),
  'cloud details': (service, ground) => set(service, ground, 'cloud-details', { provider: 'p' }),
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
  asset: (service, ground) => asset(service, ground, ''),
  'the same asset': (service, ground) => asset(service, ground, `assetId=${ground.assetId}`),
  'the same content': (service, ground) => asset(service, ground, '', 'the same'),
  'an asset in place of another': (service, ground) => asset(service, ground, 'overwrite=true'),
  'a file of a model': (service, ground) => asset(service, ground, 'type=model-element&groupingName=net'),
  'an asset that lies elsewhere': (service, { key }) => {
    const form = new FormData();
    form.set('link', 's3://bucket/f');
    return service.send('POST', `/clientlib/asset/upload?experimentId=${key}&isRemote=true`, form);
  },
  'a model that lies elsewhere': (service, { key }) =>
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

/** The kept files by their hashes. */
async function filesOf({ store }: TestService): Promise<string[]> {
  const entries = await readdir(join(store.folder, 'assets'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Rows of what grows with experiments, by table, and files: what there should be none of. */
async function leftOf(service: TestService): Promise<object> {
  const left: Record<string, unknown> = {};
  for (const table of areaSchemas.flatMap((area) => area.byExperiment)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(service.store.db);
    if (rows.length > 0) left[table] = rows;
  }
  const files = await filesOf(service);
  return files.length === 0 ? left : { ...left, files };
}

/** Sends everything at once, one call in the midst of the others; gives the statuses. */
async function atOnce(
  others: readonly (() => Promise<Response>)[],
  place: number,
  amid: () => Promise<Response>,
): Promise<number[]> {
  const calls = others.toSpliced(place % (others.length + 1), 0, amid);
  return (await Promise.all(calls.map((call) => call()))).map(({ status }) => status);
}

const several = fc.array(fc.constantFrom(...Object.keys(writes)), { minLength: 3, maxLength: 9 });
const often = { numRuns: 30, endOnFailure: true };

test('of an experiment that is deleted while anything is written to it no row and no file stays', async (t) => {
  const service = await testService(t);
  await fc.assert(
    fc.asyncProperty(several, fc.nat(), async (names, place) => {
      const all = await ground(service);
      const others = names.map((name) => () => writes[name]!(service, all));
      const statuses = await atOnce(others, place, () => removeExperiment(service, all.key));
      assert.deepEqual(
        statuses.filter((status) => status !== 200 && status !== 404),
        [],
      );
      assert.deepEqual(await leftOf(service), {});
    }),
    often,
  );
});

test('each write is refused, or goes, where the experiment is deleted at that moment', async (t) => {
  const service = await testService(t);
  for (const [name, write] of Object.entries(writes)) {
    await t.test(name, async () => {
      for (let round = 0; round < 4; round++) {
        const all = await ground(service);
        const others = [0, 1, 2].map(() => () => write(service, all));
        const statuses = await atOnce(others, round, () => removeExperiment(service, all.key));
        assert.ok(
          statuses.every((status) => status === 200 || status === 404),
          String(statuses),
        );
        assert.deepEqual(await leftOf(service), {});
      }
    });
  }
});
