import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract, endpointName, endpoints } from '../contract/index.ts';
import { request } from '../test-support/wire-request.ts';
import { type FakeResponseInit, fakeTransport } from '../testing/fake-transport.ts';
import { ResponseCache } from './cache.ts';
import type { WireRequest } from './transport.ts';

function cachedTransport(
  options: ConstructorParameters<typeof ResponseCache>[0] = {},
  respond: () => FakeResponseInit = () => ({ json: {} }),
) {
  const cache = new ResponseCache(options);
  const service = fakeTransport(respond);
  const transport = cache.before(service);
  const read = async (each: WireRequest) => (await transport.send(each)).body.text();
  return { cache, service, transport, read };
}

const get = (path: string, experimentKey = 'a', more: Record<string, string> = {}) =>
  request('GET', path, { experimentKey, ...more });
const post = (path: string, experimentKey = 'a') => request('POST', path, { experimentKey });

test('a second equal read is answered from memory', async () => {
  const { service, read } = cachedTransport();
  await read(get('experiment/tags'));
  await read(get('experiment/tags'));
  assert.equal(service.sent.length, 1);
});

/** Cached reads of one experiment. They must become stale when it is deleted. */
const readsOfOneExperiment = endpoints.flatMap(({ endpoint }) =>
  endpoint.effect === 'read' && endpoint.cached && 'experimentKey' in endpoint.query ? [endpointName(endpoint)] : [],
);

/**
 * Pairs of a write and a cached read that it must invalidate, including the cases that the cache of the Python SDK
 * misses.
 */
for (const [write, read] of [
  [post('write/experiment/metric'), get('experiment/metrics/get-all')],
  [post('write/experiment/metric'), get('experiment/metrics/get-metric', 'a', { metricName: 'loss' })],
  [post('write/experiment/metric'), get('experiment/metrics/summary')],
  [post('/clientlib/batch/logger/experiment/metric'), get('experiment/metrics/get-all')],
  [post('write/experiment/tags'), get('experiment/tags')],
  [post('write/experiment/tags/delete'), get('experiment/tags')],
  [post('write/project/update'), request('GET', 'project', { workspaceName: 'w', projectName: 'p' })],
  [post('write/project/notes'), request('GET', 'project/notes', { projectId: 'p' })],
  // The time of the last update of a project is also that of its notes and experiments.
  ...[
    post('write/project/notes'),
    get('write/experiment/set-status'),
    post('write/experiment/update-status'),
    post('write/experiment/set-start-end-time'),
    post('write/experiment/file-path'),
    post('/clientlib/logger/get/run'),
    post('/clientlib/status-report/update'),
    post('/clientlib/status-report/offline-metadata'),
  ].map((write) => [write, request('GET', 'project', { projectId: 'p' })] as const),
  [post('write/experiment/parameter'), get('experiment/parameters')],
  [post('write/experiment/log-other'), get('experiment/log-other')],
  [post('write/experiment/html'), get('experiment/html')],
  [post('write/experiment/code'), get('experiment/code')],
  [post('write/experiment/graph'), get('experiment/graph')],
  [post('/clientlib/rest/v2/write/experiment/output'), get('experiment/output')],
  [post('write/experiment/output'), get('experiment/output')],
  [post('/clientlib/rest/v2/write/experiment/system-details'), get('experiment/system-details')],
  [post('write/experiment/cpu-metrics'), get('experiment/system-details')],
  // Metrics such as `sys.cpu` are named in the system details.
  [post('write/experiment/metric'), get('experiment/system-details')],
  [post('/clientlib/batch/logger/experiment/metric'), get('experiment/system-details')],
  [post('write/experiment/git/metadata'), get('experiment/git/metadata')],
  ...readsOfOneExperiment.flatMap((name) => [
    [get('write/experiment/delete'), get(name)] as const,
    [request('POST', 'write/project/delete'), get(name)] as const,
  ]),
] as const) {
  test(`after ${write.path} a cached ${read.path} is read again`, async () => {
    const { service, read: send } = cachedTransport();
    await send(read);
    await send(read);
    assert.equal(service.sent.length, 1, 'the read is cached before the write');
    await send(write);
    await send(read);
    assert.equal(service.sent.length, 3);
  });
}

const writes = endpoints.filter(({ endpoint }) => endpoint.effect === 'write');
const readsOfMetrics = endpoints.flatMap(({ area, endpoint }) =>
  area === 'metrics' && endpoint.effect === 'read' && endpoint.cached && endpoint !== contract.metrics.parameters
    ? [endpoint]
    : [],
);

for (const { endpoint } of writes.filter(({ area, name }) => area === 'metrics' && !/Param/.test(name))) {
  test(`after ${endpointName(endpoint)} every cached read of metrics is read again`, async () => {
    assert.ok(readsOfMetrics.length >= 3);
    for (const read of readsOfMetrics) {
      const { service, read: send } = cachedTransport();
      const question = { ...get(read.path), method: read.method };
      await send(question);
      await send({ ...post(endpoint.path), method: endpoint.method });
      await send(question);
      assert.equal(service.sent.length, 3, read.path);
    }
  });
}

test('only these writes make no cached read stale', () => {
  const without = writes
    .filter(({ endpoint }) => endpoint.invalidates.length === 0)
    .map(({ area, name }) => `${area} ${name}`);
  assert.deepEqual(without.toSorted(), [
    'account notify',
    'assets limits3d',
    'assets uploadPart',
    'assets uploadStart',
    'logging pendingRemoteActions',
    'logging registerRemoteAction',
    'logging saveRemoteActionResult',
    'system setCloudDetails',
    'system setDependencies',
  ]);
});

/** Reads that are cached only on request, and the writes that change them. */
for (const [write, read] of [
  [post('/clientlib/rest/v2/write/experiment/system-details'), 'project/column-names'],
  [request('POST', 'write/project/update'), 'project/column-names'],
  [request('GET', 'write/registry-model/delete'), 'registry-model/notes'],
  [request('POST', 'write/registry-model/update'), 'registry-model/notes'],
  [request('POST', 'write/registry-model/notes'), 'registry-model/details'],
  [request('POST', 'write/experiment/upload-asset', { experimentKey: 'a' }), 'registry-model/details'],
  [request('POST', 'write/experiment/upload-asset', { experimentKey: 'a' }), 'registry-model/latest_version'],
  [request('POST', 'write/experiment/upload-asset', { experimentKey: 'a' }), 'registry-model/item/details'],
  [get('write/experiment/delete'), 'get/artifacts'],
  [get('write/experiment/delete'), 'experiment/asset/list'],
  [get('write/experiment/delete'), 'experiment/model'],
  [request('POST', 'write/experiment/upload-asset', { experimentKey: 'a' }), 'artifacts/version/files'],
  [request('POST', '/clientlib/logger/add/run'), 'experiments'],
  [request('POST', 'write/project/delete'), 'project/named-views'],
] as const) {
  test(`after ${write.path} a ${read} that is cached on request is read again`, async () => {
    const { cache, service, read: send } = cachedTransport();
    cache.setCached([read], true);
    await send(request('GET', read));
    await send(request('GET', read));
    await send(write);
    await send(request('GET', read));
    assert.equal(service.sent.length, 3);
  });
}

for (const path of ['write/experiment/stop', 'write/experiment/asset/delete', 'write/experiment/archive']) {
  test(`${path} is never cached although it is a GET`, async () => {
    const { cache, service, read } = cachedTransport();
    cache.setCached([path], true);
    await read(get(path));
    await read(get(path));
    assert.equal(service.sent.length, 2);
  });
}

test('a read that is aborted already is rejected, also when its response is cached', async () => {
  const { transport, read } = cachedTransport();
  await read(get('experiment/tags', 'a'));
  const signal = AbortSignal.abort(new Error('the tab was closed'));
  await assert.rejects(transport.send(get('experiment/tags', 'a'), signal), { code: 'aborted', cause: signal.reason });
});

test('a write to one experiment does not affect the cache of another', async () => {
  const { service, read } = cachedTransport();
  await read(get('experiment/tags', 'b'));
  await read(post('write/experiment/tags', 'a'));
  await read(get('experiment/tags', 'b'));
  assert.equal(service.sent.length, 2);
});

test('lists, metadata and files are cached only on request', async () => {
  const { cache, service, read } = cachedTransport();
  const list = request('GET', 'experiments', { workspaceName: 'w', projectName: 'p' });
  await read(list);
  await read(list);
  assert.equal(service.sent.length, 2);
  cache.setCached(['experiments'], true);
  await read(list);
  await read(list);
  assert.equal(service.sent.length, 3);
  cache.setCached(['experiments'], false);
  await read(list);
  assert.equal(service.sent.length, 4);
});

test('errors are not cached', async () => {
  const { service, read } = cachedTransport({}, () => ({ status: 404 }));
  await read(get('experiment/tags'));
  await read(get('experiment/tags'));
  assert.equal(service.sent.length, 2);
});

test('a disabled cache neither returns nor stores anything, and a cleared one is empty', async () => {
  const { cache, service, read } = cachedTransport({ enabled: false });
  await read(get('experiment/tags'));
  await read(get('experiment/tags'));
  assert.equal(service.sent.length, 2);
  cache.enabled = true;
  await read(get('experiment/tags'));
  await read(get('experiment/tags'));
  assert.equal(service.sent.length, 3);
  cache.clear();
  await read(get('experiment/tags'));
  assert.equal(service.sent.length, 4);
});

test('memory is bounded: the least recently used entry is removed first', async () => {
  const { service, read } = cachedTransport({ limitBytes: 400 }, () => ({ json: 'x'.repeat(90) }));
  for (const key of ['a', 'b', 'c', 'd']) await read(get('experiment/html', key));
  await read(get('experiment/html', 'a'));
  await read(get('experiment/html', 'e'));
  const before = service.sent.length;
  await read(get('experiment/html', 'a'));
  assert.equal(service.sent.length, before, 'used lately');
  await read(get('experiment/html', 'b'));
  assert.equal(service.sent.length, before + 1, 'pushed out');
});

test('a read that began before a write is not cached after it', async () => {
  let release: () => void = () => {};
  const cache = new ResponseCache();
  const service = fakeTransport((_, index) =>
    index === 0 ? new Promise<FakeResponseInit>((done) => (release = () => done({ json: { tags: [] } }))) : {},
  );
  const transport = cache.before(service);
  const slow = transport.send(get('experiment/tags'));
  await transport.send(post('write/experiment/tags'));
  release();
  await slow;
  await transport.send(get('experiment/tags'));
  assert.equal(service.sent.length, 3);
});

test('a tag that a write invalidates is a tag of at least one read', () => {
  const known = new Set(endpoints.flatMap(({ endpoint }) => endpoint.reads));
  for (const { endpoint } of writes)
    for (const tag of endpoint.invalidates) assert.ok(known.has(tag), `${endpoint.path}: ${tag}`);
});
