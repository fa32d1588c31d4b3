import assert from 'node:assert/strict';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { contract, endpoints, recordingLimits, recordingSummary } from '@tracklens/core/contract';
import { temporaryFolder } from '@tracklens/core/test-support';
import { loadRecording } from '../service/recording-load.ts';
import { comparable, readProject } from '../testing/project-reads.ts';
import { type TestService, testKey, testService } from '../testing/test-service.ts';
import { RecordingSize } from './recording-size.ts';
import { type RecordingOptions, writeRecording } from './write-recording.ts';

const rest = '/api/rest/v2';
const project = { workspaceName: 'ada', projectName: 'digits' };
const session = { userName: 'ada', defaultWorkspaceName: 'ada' };

/** Writes a recording of a service into a new folder. */
async function record(t: TestContext, { store, clock }: TestService, changes: Partial<RecordingOptions> = {}) {
  const printed: string[] = [];
  const file = join(await temporaryFolder(t), 'new', 'digits.tracklens');
  const { signal } = new AbortController();
  const options = { ...project, db: store.db, folder: store.folder, file, now: clock.now, signal };
  await writeRecording({ ...options, print: (line) => printed.push(line), ...changes });
  const text = brotliDecompressSync(await readFile(changes.file ?? file)).toString();
  return { file, text, printed };
}

/** Loads a recording into a new service. */
async function loaded(t: TestContext, file: string): Promise<TestService> {
  const service = await testService(t);
  await loadRecording(service.store, session, file);
  return service;
}

/** Asserts that a recording of a service, loaded into another one, returns the same. */
async function assertSame(t: TestContext, service: TestService) {
  const { file, text, printed } = await record(t, service);
  const other = await loaded(t, file);
  const [before, after] = [
    await readProject(service.app.fetch, testKey, project),
    await readProject(other.app.fetch, testKey, project),
  ];
  const [expected, actual] = comparable(before, after);
  for (const [index, response] of expected.entries()) assert.equal(actual[index], response);
  assert.equal(actual.length, expected.length);
  return { text, printed, reads: before, other };
}

/** Functions that log to a service, each at a time of its own. */
function logger(service: TestService) {
  const tick = () => {
    service.clock.now += 1000;
  };
  const post = async <T = Record<string, unknown>>(path: string, body: unknown, method: 'POST' | 'PUT' = 'POST') => {
    tick();
    return await service.call<T>(method, path, body);
  };
  const get = async (path: string) => {
    tick();
    return await service.call('GET', path);
  };
  const upload = async (query: Record<string, string>, parts: Record<string, string | Uint8Array<ArrayBuffer>>) => {
    const form = new FormData();
    for (const [name, content] of Object.entries(parts)) {
      if (name === 'file') form.set(name, new Blob([content]), 'file');
      else form.set(name, content as string);
    }
    return await post<{ assetId: string }>(`/clientlib/asset/upload?${new URLSearchParams(query)}`, form);
  };
  const run = async (experimentKey: string, fields: object = {}) => {
    await post('/clientlib/logger/add/run', { experimentKey, teamName: 'ada', projectName: 'digits', ...fields });
    return experimentKey;
  };
  return { post, get, upload, run };
}

const keyOf = (letter: string) => letter.repeat(40);

/** Logs at least one record of each kind. */
async function logEverything(service: TestService): Promise<void> {
  const { post, get, upload, run } = logger(service);
  const write = `${rest}/write`;
  const created = { ...project, projectDescription: 'Handwritten digits', isPublic: true };
  const { projectId } = await post<{ projectId: string }>(`${write}/project/create`, created);
  await post(`${write}/project/notes`, { projectId, notes: '# Notes' });
  const view = { ...project, viewName: 'Best', state: { columns: ['loss'], seed: 1 }, isDefault: true };
  const { viewId } = await post<{ viewId: string }>(`${write}/project/named-view`, view);
  await post(`${write}/project/named-view`, { ...project, viewId, state: { pinned: [keyOf('a')], link: viewId } });
  await post(`${write}/project/named-view`, { ...project, viewName: 'Other', state: {} });

  const experimentKey = await run(keyOf('a'));
  await post(`${write}/experiment/file-path`, { experimentKey, filePath: '/home/ada/train.py' });
  await post('/clientlib/batch/logger/experiment/parameter', {
    experimentKey,
    values: [
      { parameterName: 'lr', parameterValue: 0.1, timestamp: 5_000 },
      { parameterName: 'lr', parameterValue: '0.3', timestamp: 6_000 },
      { parameterName: 'lr', parameterValue: '0.02', timestamp: 7_000 },
      { parameterName: 'lr', parameterValue: '0.2', timestamp: 8_000 },
      { parameterName: 'optimizer', parameterValue: 'adam', context: 'train', timestamp: 8_000 },
      { parameterName: 'optimizer', parameterValue: 'sgd', context: 'train', timestamp: 9_000 },
      { parameterName: 'nested', parameterValue: { layers: [64, 32] } },
    ],
  });
  const logOther = (key: string, value: unknown) =>
    post(`${write}/experiment/log-other`, { experimentKey, key, value });
  for (const [key, value] of [
    ['name', 'first'],
    ['Name', 'lr=0.2'],
    ['optimizer_id', 'opt-1'],
    ['seed', 12],
  ]) {
    await logOther(key as string, value);
  }
  await post(`${write}/experiment/tags`, { experimentKey, addedTags: ['zebra', 'ant'] });
  await post(`${write}/experiment/tags`, { experimentKey, addedTags: ['bee'] });
  await post(`${write}/experiment/code`, { experimentKey, code: 'print("hi")\n' });
  await post(`${write}/experiment/graph`, { experimentKey, graph: 'Linear(64, 10)' });
  await post(`${write}/experiment/html`, { experimentKey, html: '<h1>Report</h1>' });
  await post(`${write}/experiment/html`, { experimentKey, html: '<p>more</p>' });
  await post(`${write}/experiment/git/metadata`, { experimentKey, user: 'ada', branch: 'main', parent: '3f4c2a' });
  await post(`${rest}/write/experiment/git/patch?experimentKey=${experimentKey}`, patch());
  await post(`${write}/experiment/system-details`, {
    experimentKey,
    hostname: 'box',
    pid: '12',
    command: ['train.py', '--lr', '0.2'],
    env: { HOME: '/home/ada', TOKEN: 'token-of-the-environment' },
    gpuStaticInfoList: [{ gpuIndex: 0, name: 'A100', uuid: 'GPU-1', totalMemory: 42_949_672_960, powerLimit: 400 }],
    logAdditionalSystemInfoList: [{ key: 'cuda', value: '12.4' }],
  });
  await post(`${write}/experiment/cloud-details`, { experimentKey, provider: 'local', metadata: { zone: 'b' } });
  const logDependencies = [{ name: 'numpy', version: '2.4' }];
  await post(`${write}/experiment/dependencies`, { experimentKey, logDependencies }, 'PUT');
  for (const [stderr, output, offset] of [
    [false, 'epoch 1\n', 0],
    [true, 'warning\n', 2],
    [false, 'epoch 2\n', 1],
  ]) {
    const outputLines = [{ stderr, output, offset, localTimestamp: 3 }];
    await post(`${write}/experiment/output`, { experimentKey, outputLines });
  }
  await logMetrics(post, experimentKey);

  await upload(
    { experimentId: experimentKey, fileName: 'notes.txt', step: '3', context: 'train' },
    { file: 'text\r\n' },
  );
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  await upload(
    { experimentId: experimentKey, fileName: 'folder/weights.bin', type: 'image', extension: 'png', epoch: '2' },
    { file: bytes, metadata: '{"a": 1.0}' },
  );
  await upload({ experimentId: experimentKey, fileName: 'far', isRemote: 'true' }, { link: 's3://bucket/far' });
  await upload(
    { experimentId: experimentKey, fileName: 'model.bin', groupingName: 'net', type: 'model-element' },
    { file: bytes },
  );
  await logScene(service, experimentKey);
  await logArtifacts(service, experimentKey);
  await logRegistry(service, experimentKey);
  await post('/clientlib/status-report/update', { experimentKey, is_alive: false });

  const crashed = await run(keyOf('b'));
  await post(`${write}/experiment/update-status`, { experimentKey: crashed, hasCrashed: true, error: 'out of memory' });
  await get(`${write}/experiment/archive?experimentKey=${crashed}`);
  const timed = await run(keyOf('c'));
  await post('/clientlib/status-report/update', { experimentKey: timed, is_alive: false });
  await post(`${write}/experiment/set-start-end-time`, {
    experimentKey: timed,
    startTimeMillis: 5,
    endTimeMillis: 9_000,
  });
  await post(`${write}/experiment/create`, { ...project, experimentKey: keyOf('d'), experimentName: 'never ran' });
  const started = await run(keyOf('e'), { offline: true });
  await post('/clientlib/status-report/offline-metadata', { experimentKey: started, startTimestamp: 70_000 });
  const elsewhere = await run(keyOf('f'), { projectName: 'elsewhere' });
  await post('/clientlib/status-report/update', { experimentKey: elsewhere, is_alive: false });
  await get(`${write}/project/symlink?experimentKey=${elsewhere}&projectName=digits`);
  await get(`${rest}/artifacts/version?workspace=ada&artifactName=data&version=1.0.0&consumerExperimentKey=${timed}`);
  service.clock.now += 10_000;
}

function patch(): FormData {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)])]), 'patch.zip');
  return form;
}

type Post = ReturnType<typeof logger>['post'];

/** Logs more points than a request of a recording has, and values that JSON has no form of. */
async function logMetrics(post: Post, experimentKey: string): Promise<void> {
  const log = (values: object[]) => post('/clientlib/batch/logger/experiment/metric', { experimentKey, values });
  const point = (index: number) => ({
    metricName: 'loss',
    metricValue: Math.sin(index),
    step: index,
    epoch: index >> 6,
    timestamp: 1_000 + index,
  });
  for (let from = 0; from < 9_000; from += 1_000)
    await log(Array.from({ length: 1_000 }, (_, index) => point(from + index)));
  const odd = ['NaN', 'Infinity', '-Infinity', '-0', 1e300, 5e-324, 2 ** 64, '12345678901234567890', true];
  await log(odd.map((metricValue) => ({ metricName: 'odd', metricValue, timestamp: 2_000 })));
  await log(['NaN', 'NaN'].map((metricValue) => ({ metricName: 'never a number', metricValue, step: -1.5 })));
  await log([{ metricName: 'acc', metricValue: 1, context: 'train', step: 4 }]);
  // Equal points that are logged again are points of their own.
  for (let time = 0; time < 2; time++) await log([{ metricName: 'same', metricValue: 1, step: 1, timestamp: '50' }]);
  await post(`${rest}/write/experiment/ram-metrics`, { experimentKey, totalRam: 100, usedRam: 40 });
}

/** Logs an asset that has several files, one of them not UTF-8. */
async function logScene(service: TestService, experimentKey: string): Promise<void> {
  const { post } = logger(service);
  const scene = { experimentKey, userFileName: 'scene', assetType: '3d-points', step: 2, metadata: { a: 1 } };
  const { assetId } = await post<{ assetId: string }>('/clientlib/asset', scene);
  const thumbnail = new FormData();
  thumbnail.set('requestParams', JSON.stringify({ experimentKey, thumbnailExtension: '.png' }));
  thumbnail.set('thumbnail', new Blob([Uint8Array.from([0x89, 0x50, 0xff])]), 'thumbnail.png');
  await post(`/clientlib/asset/${assetId}/thumbnail`, thumbnail, 'PUT');
  for (const [name, content] of [
    ['points', '[[1,2,3]]'],
    ['binary', Uint8Array.from([0xff, 0, 0xfe])],
  ] as const) {
    const form = new FormData();
    form.set(
      'requestParams',
      JSON.stringify({ experimentKey, assetId, assetItemType: name, userFileName: `${name}.json` }),
    );
    form.set('assetItemContent', new Blob([content]), name);
    await post('/clientlib/asset/asset-item', form);
  }
}

async function logArtifacts(service: TestService, experimentKey: string): Promise<void> {
  const { post, upload } = logger(service);
  for (const version of ['1.0.0', '2.0.0']) {
    const { artifactVersionId, artifactId } = await post<Record<string, string>>(`${rest}/write/artifacts/upsert`, {
      experimentKey,
      artifactName: 'data',
      artifactType: 'dataset',
      version,
      versionMetadata: { rows: 1797 },
      alias: ['clean', `v${version}`],
      versionTags: ['raw'],
    });
    const file = { experimentId: experimentKey, fileName: 'a/data.csv', artifactVersionId: artifactVersionId! };
    await upload(file, { file: `version of ${artifactVersionId}` });
    await post(`${rest}/write/artifacts/state`, { artifactVersionId, state: 'CLOSED' });
    const details = { artifactId, tags: ['public'], description: 'Rows', isPublic: true };
    await post(`${rest}/write/artifacts/details`, details);
  }
  await post(`${rest}/write/artifacts/upsert`, { experimentKey, artifactName: 'open', artifactType: 'model' });
}

async function logRegistry(service: TestService, experimentKey: string): Promise<void> {
  const { post, get } = logger(service);
  const write = `${rest}/write/registry-model`;
  for (const version of ['1.0.0', '1.1.0']) {
    const { registryModelItemId: id } = await post<Record<string, string>>(`${write}/item/create`, {
      experimentKey,
      experimentModelName: 'net',
      registryModelName: 'Digits Net',
      registryModelDescription: 'A network',
      version,
      versionComment: 'first',
      tags: ['candidate'],
      publicModel: true,
    });
    await get(`${write}/item/stage?modelItemId=${id}&stage=best`);
    await post(`${write}/item/status`, { modelItemId: id, status: 'QA' });
    await post(`${write}/item/${id}/metadata`, { metadata: [{ key: 'rows', value: 12 }] });
    const configuration = { isReviewRequired: true, statusConfiguration: [{ key: 'by', value: 'ada' }] };
    await post(`${write}/item/${id}/status-configuration`, { status: 'Production', ...configuration });
  }
  await post(`${write}/notes`, { workspaceName: 'ada', registryModelName: 'digits-net', notes: 'Use 1.1.0' });
}

/** Reads that say nothing about a project, or that its recording does not repeat. */
const unread = new Set<string>([
  ...Object.keys(contract.account).map((name) => `account.${name}`),
  // Share keys are secrets.
  'projects.shareKeys',
  'registry.allowedStatuses',
]);

test('a recording of everything that can be logged, loaded elsewhere, returns the same', async (t) => {
  const service = await testService(t);
  await logEverything(service);
  const { text, printed, reads } = await assertSame(t, service);
  assert.deepEqual(printed, []);
  const readable = endpoints.filter(
    ({ area, name, endpoint }) => endpoint.effect === 'read' && !unread.has(`${area}.${name}`),
  );
  assert.deepEqual(
    readable.filter(({ endpoint }) => !reads.endpoints.has(endpoint)).map(({ area, name }) => `${area}.${name}`),
    [],
  );
  assert.equal(recordingSummary(text)?.experimentCount, 6);
  for (const secret of [testKey, 'token-of-the-environment', service.store.folder]) assert.ok(!text.includes(secret));
});

const odd = [
  '𝒳 ö – 名前',
  'a/b\\c?&#%41+ "\'',
  ' spaces ',
  '\r\n\t',
  'x'.repeat(400),
  '{"json": null}',
  '-0',
  'NaN',
  '1e400',
];

test('names and contents of any characters are recorded as they are', async (t) => {
  const service = await testService(t);
  const { post, upload, run } = logger(service);
  for (const [index, text] of odd.entries()) {
    const experimentKey = await run(`${index}`.repeat(40));
    const values = [{ parameterName: text, parameterValue: text }];
    await post('/clientlib/batch/logger/experiment/parameter', { experimentKey, values });
    for (const key of ['Name', text])
      await post(`${rest}/write/experiment/log-other`, { experimentKey, key, value: text });
    await post(`${rest}/write/experiment/tags`, { experimentKey, addedTags: [text] });
    await post(`${rest}/write/experiment/metric`, {
      experimentKey,
      metricName: text,
      metricValue: index,
      context: text,
    });
    await post(`${rest}/write/experiment/output`, { experimentKey, outputLines: [{ output: text }] });
    const query = { experimentId: experimentKey, fileName: text, type: text, context: text };
    await upload(query, { file: text, metadata: JSON.stringify({ text }) });
    await upload(
      { ...query, fileName: `utf-16 ${text}`, groupingName: text },
      { file: Uint8Array.from(Buffer.from(text, 'utf16le')) },
    );
    await post(`${rest}/write/artifacts/upsert`, {
      experimentKey,
      artifactName: `data ${text}`,
      versionMetadata: JSON.stringify(text),
    });
    await post('/clientlib/status-report/update', { experimentKey, is_alive: false });
  }
  await assertSame(t, service);
});

/** Logs an experiment with a metric and a file. */
async function logOne(service: TestService, experimentKey = keyOf('a')): Promise<string> {
  const { post, upload, run } = logger(service);
  await run(experimentKey);
  await post(`${rest}/write/experiment/metric`, { experimentKey, metricName: 'loss', metricValue: 0.5 });
  await upload({ experimentId: experimentKey, fileName: 'model.bin', groupingName: 'net' }, { file: 'weights' });
  return experimentKey;
}

test('an experiment that runs is recorded as finished at the time of the recording', async (t) => {
  const service = await testService(t);
  const experimentKey = await logOne(service);
  const other = await loaded(t, (await record(t, service)).file);
  const metadata = `${rest}/experiment/metadata?experimentKey=${experimentKey}`;
  assert.equal((await service.call('GET', metadata)).running, true);
  const { running, hasCrashed, endTimeMillis } = await other.call('GET', metadata);
  assert.deepEqual([running, hasCrashed, endTimeMillis], [false, false, service.clock.now]);
});

test('only the given experiments are recorded, and a use of an artifact of another one is left out', async (t) => {
  const service = await testService(t);
  const { post, get } = logger(service);
  const [used, using] = [await logOne(service), await logOne(service, keyOf('b'))];
  const version = { experimentKey: used, artifactName: 'data', artifactType: 'dataset' };
  const { artifactVersionId } = await post(`${rest}/write/artifacts/upsert`, version);
  await post(`${rest}/write/artifacts/state`, { artifactVersionId, state: 'CLOSED' });
  await get(`${rest}/artifacts/version?versionId=${artifactVersionId}&consumerExperimentKey=${using}`);
  const { file, text, printed } = await record(t, service, { experimentKeys: [using] });
  assert.equal(recordingSummary(text)?.experimentCount, 1);
  assert.deepEqual(printed, ['Left out: 1 use of artifact versions that other experiments logged.']);
  const list = `${rest}/experiments?workspaceName=ada&projectName=digits&archived=false`;
  const { experiments } = await (await loaded(t, file)).call<{ experiments: { experimentKey: string }[] }>('GET', list);
  assert.deepEqual(
    experiments.map(({ experimentKey }) => experimentKey),
    [using],
  );
  await assert.rejects(
    record(t, service, { experimentKeys: [using, 'unknown'] }),
    /ada\/digits has no experiment unknown/,
  );
});

test('without files, a recording has the records only, and no registered model', async (t) => {
  const service = await testService(t);
  const experimentKey = await logOne(service);
  const registration = { experimentKey, experimentModelName: 'net' };
  await logger(service).post(`${rest}/write/registry-model/item/create`, registration);
  const { file, printed } = await record(t, service, { assets: false });
  assert.deepEqual(printed, ['Left out: 1 registered model version without files.']);
  const other = await loaded(t, file);
  const one = `experimentKey=${experimentKey}`;
  assert.deepEqual((await other.call('GET', `${rest}/experiment/asset/list?${one}`)).assets, []);
  const { values } = await other.call<{ values: object[] }>('GET', `${rest}/experiment/metrics/summary?${one}`);
  assert.equal(values.length, 1);
});

test('a recording that is cancelled while it is written leaves no file', async (t) => {
  const service = await testService(t);
  const registration = { experimentKey: await logOne(service), experimentModelName: 'net' };
  await logger(service).post(`${rest}/write/registry-model/item/create`, registration);
  const folder = await temporaryFolder(t);
  const cancelling = new AbortController();
  // Called for the registered model, which is left out without its files.
  const print = () => cancelling.abort();
  const file = join(folder, 'a.tracklens');
  await assert.rejects(record(t, service, { file, assets: false, signal: cancelling.signal, print }), {
    name: 'AbortError',
  });
  assert.deepEqual(await readdir(folder), []);
});

test('a recording that no service would load is not written, and its largest contents are named', async (t) => {
  const service = await testService(t);
  await logOne(service);
  await service.store.db.updateTable('assets').set({ file_size: 150_000_000 }).execute();
  const name = (await service.store.db.selectFrom('experiments').select('name').executeTakeFirstOrThrow()).name!;
  const folder = await temporaryFolder(t);
  await assert.rejects(record(t, service, { file: join(folder, 'a.tracklens') }), ({ message }: Error) => {
    assert.match(
      message,
      /^The recording would have at least 150 MB unpacked; it may have 100 MB\. The largest contents are: /,
    );
    assert.ok(message.includes(`file model.bin of ${name} (150 MB), metrics of ${name} (`), message);
    assert.match(message, /Leave out files with --no-assets, or select experiments with --experiments\.$/);
    return true;
  });
  assert.deepEqual(await readdir(folder), []);
});

test('a project that is too large is rejected by its numbers of points, before a point is read', async (t) => {
  const service = await testService(t);
  const name = 'a metric with a long name';
  for (const letter of ['a', 'b', 'c']) {
    const experimentKey = await logOne(service, keyOf(letter));
    const point = { experimentKey, metricName: name, metricValue: 1, context: 'train' };
    await logger(service).post(`${rest}/write/experiment/metric`, point);
  }
  // Their chunks do not exist: a read of them would fail.
  const total = 600_000;
  await service.store.db.updateTable('metric_summaries').set({ total, sealed: total }).execute();
  const folder = await temporaryFolder(t);
  const file = join(folder, 'new', 'a.tracklens');
  await assert.rejects(record(t, service, { file }), /would have at least 304 MB unpacked.*: metrics of .* \(101 MB\)/);
  const cancelling = new AbortController();
  setImmediate(() => cancelling.abort());
  await assert.rejects(record(t, service, { file, signal: cancelling.signal }), { name: 'AbortError' });
  assert.deepEqual(await readdir(folder), []);
});

test('a file is recorded as text or as base64, whichever is shorter', async (t) => {
  const service = await testService(t);
  const { post, upload } = logger(service);
  const experimentId = await logOne(service);
  const [zeros, text] = [new Uint8Array(300_000), '{"a": 1}\n'.repeat(10_000)];
  await upload({ experimentId, fileName: 'zeros.bin' }, { file: zeros });
  await upload({ experimentId, fileName: 'text.json' }, { file: text });
  await post('/clientlib/status-report/update', { experimentKey: experimentId, is_alive: false });
  const { text: recording } = await assertSame(t, service);
  assert.ok(recording.length < 600_000, `${recording.length} characters`);
  const kinds = recording
    .split('\n')
    .filter((line) => /fileName=(zeros\.bin|text\.json)/.test(line))
    .map((line) => ('text' in JSON.parse(line) ? 'text' : 'base64'));
  assert.deepEqual(kinds, ['base64', 'text']);
});

test('the size of a file that is too large is named', () => {
  const size = new RecordingSize();
  size.add('metrics of a', 40_000_000);
  assert.match(
    size.error(recordingLimits.file + 5e6).message,
    /would have 25 MB; it may have 20 MB\. .*: metrics of a \(40 MB\)\./,
  );
});

test('a recording replaces no device', {
  skip: process.platform === 'win32' ? 'it has no such files' : false,
}, async (t) => {
  const service = await testService(t);
  await logOne(service);
  const file = join(await temporaryFolder(t), 'device');
  await symlink('/dev/null', file);
  await assert.rejects(record(t, service, { file, force: true }), /device is a device or a pipe\. Give a file/);
});

test('a recording whose name is too long is reported with the remedy', {
  skip: process.platform === 'win32' ? 'it has other limits' : false,
}, async (t) => {
  const service = await testService(t);
  await logOne(service);
  const folder = await temporaryFolder(t);
  for (const length of [255, 300]) {
    await assert.rejects(
      record(t, service, { file: join(folder, 'a'.repeat(length)) }),
      /a{255,300} cannot be written \(ENAMETOOLONG: .*\)\. Give another file with --output\.$/,
    );
  }
});

test('an existing file is replaced only on request, and a cancelled or failed recording leaves no other', async (t) => {
  const service = await testService(t);
  await logOne(service);
  const folder = await temporaryFolder(t);
  const file = join(folder, 'digits.tracklens');
  await writeFile(file, 'mine');
  await assert.rejects(record(t, service, { file }), /already exists\. .* or replace it with --force/);
  for (const force of [false, true]) {
    await assert.rejects(record(t, service, { file: folder, force }), /^Error: .* is a folder\. Give a file/);
  }
  const cancelled = AbortSignal.abort();
  await assert.rejects(record(t, service, { file, force: true, signal: cancelled }), { name: 'AbortError' });
  await assert.rejects(record(t, service, { file, force: true, projectName: 'none' }), /There is no project ada\/none/);
  await assert.rejects(
    record(t, service, { file, force: true, folder }),
    /The file model\.bin of experiment a+ is missing/,
  );
  assert.equal(await readFile(file, 'utf8'), 'mine');
  assert.deepEqual(await readdir(folder), ['digits.tracklens']);
  await record(t, service, { file, force: true });
  assert.deepEqual(await readdir(folder), ['digits.tracklens']);
});
