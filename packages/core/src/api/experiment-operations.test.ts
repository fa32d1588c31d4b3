import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '../browser/index.ts';
import { sdkErrorCode } from '../contract/sdk-error-code.ts';
import { type FakeResponseInit, fakeTransport } from '../testing/fake-transport.ts';

function listOf(keys: readonly string[], pageSize?: number): FakeResponseInit {
  const experiments = keys.map((experimentKey) => ({ experimentKey, experimentName: `run ${experimentKey}` }));
  return { json: { experiments, ...(pageSize === undefined ? {} : { pageSize }) } };
}

const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `k${from + index}`);

/** Iterates over the experiments of a service that may limit or state the size of its pages. */
async function generated(
  pages: (from: number, to: number) => readonly string[],
  { limit = Number.POSITIVE_INFINITY, isSizeStated = false } = {},
) {
  const service = fakeTransport((request) => {
    const { page, size } = Object.fromEntries(request.query);
    const length = Math.min(Number(size), limit);
    return listOf(pages((Number(page) - 1) * length, Number(page) * length), isSizeStated ? Number(size) : undefined);
  });
  const api = new API({ transport: service });
  const keys: string[] = [];
  for await (const { key } of api.genExperiments('w', { projectName: 'p' })) keys.push(key);
  return { keys, calls: service.sent.length };
}

test('experiments are returned in growing pages', async () => {
  for (const [length, expectedCalls] of [
    [0, 1],
    [100, 1],
    [101, 2],
    [450, 4],
    [10_000, 9],
  ] as const) {
    const all = numbered(0, length);
    const { keys, calls } = await generated((from, to) => all.slice(from, to), { isSizeStated: true });
    assert.deepEqual(keys, all);
    assert.equal(calls, expectedCalls, `${length} experiments`);
  }
});

test('all experiments are returned if the service limits the size of pages', async () => {
  for (const limit of [10, 25, 50, 99, 100, 101, 150, 200, 250, 500, 1000]) {
    for (const length of [0, 1, 9, 10, 11, 99, 100, 101, 102, 199, 200, 201, 399, 400, 404, 1000, 1001, 2345]) {
      const all = numbered(0, length);
      const { keys, calls } = await generated((from, to) => all.slice(from, to), { limit });
      assert.deepEqual(keys, all, `${length} experiments in pages of ${limit}`);
      assert.ok(calls <= 5 + (2 * length) / limit, `${calls} calls for ${length} experiments in pages of ${limit}`);
    }
  }
});

test('at most one page is requested after the last one of a service that does not state its size', async () => {
  for (const [length, expectedCalls] of [
    [0, 1],
    [1, 2],
    [100, 2],
    [101, 2],
    [150, 2],
    [450, 4],
    [10_000, 9],
  ] as const) {
    const { calls } = await generated((from, to) => numbered(0, length).slice(from, to));
    assert.equal(calls, expectedCalls, `${length} experiments`);
  }
});

test('a service without pages does not cause an endless loop', async () => {
  const { keys, calls } = await generated(() => numbered(0, 101));
  assert.equal(keys.length, 101);
  assert.equal(calls, 2);
});

test('an experiment that moves to the next page is returned once', async () => {
  const { keys } = await generated((from) => (from === 0 ? numbered(0, 101) : numbered(100, 130)));
  assert.deepEqual(keys, numbered(0, 130));
});

/** Service with a list of experiments, from which a program removes some while it iterates. */
function changingList(length: number) {
  const removed = new Set<string>();
  const service = fakeTransport((request) => {
    const { page, size } = Object.fromEntries(request.query);
    const listed = numbered(0, length).filter((key) => !removed.has(key));
    return listOf(listed.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)));
  });
  const experiments = new API({ transport: service }).genExperiments('w', { projectName: 'p' });
  return { experiments, removed, requests: () => service.sent.length };
}

for (const [every, mostRequests] of [
  [1, 20],
  [2, 50],
  [100, 30],
] as const) {
  test(`all experiments are returned in order when one of ${every} is removed during the iteration`, async () => {
    const { experiments, removed, requests } = changingList(10_000);
    const keys: string[] = [];
    for await (const { key } of experiments) if (keys.push(key) % every === 0) removed.add(key);
    assert.deepEqual(keys, numbered(0, 10_000));
    assert.ok(requests() <= mostRequests, `${requests()} requests`);
  });
}

test('experiments that are removed before their page is read are not returned', async () => {
  const { experiments, removed } = changingList(300);
  const keys: string[] = [];
  for await (const { key } of experiments) {
    if (keys.push(key) === 1) for (const other of [...numbered(0, 80), ...numbered(250, 300)]) removed.add(other);
  }
  assert.deepEqual(keys, numbered(0, 250));
});

test('a service that changes the order of its experiments does not cause an endless loop', async () => {
  const listed = numbered(0, 1000);
  const { keys, calls } = await generated((from, to) => listed.reverse().slice(from, to));
  assert.equal(new Set(keys).size, keys.length);
  assert.ok(calls <= 20, `${calls} calls`);
});

test('a service with a page size but without pages does not cause an endless loop', async () => {
  // An empty page ends the loop if nothing else does.
  const { keys, calls } = await generated((from, to) => numbered(0, from < 2000 ? to - from : 0));
  assert.deepEqual(keys, numbered(0, 101));
  assert.equal(calls, 3);
});

test('all experiments are returned when as many as were read are added before the next page', async () => {
  let listed = numbered(0, 1000);
  const { keys } = await generated((from, to) => {
    if (from > 0 && listed.length === 1000) listed = [...numbered(1000, 1101), ...listed];
    return listed.slice(from, to);
  });
  assert.deepEqual(new Set(keys), new Set(listed));
});

test('the first experiment is returned before the second page is requested', async () => {
  const service = fakeTransport(() => listOf(numbered(0, 200)));
  const api = new API({ transport: service });
  for await (const { name } of api.genExperiments('w', { projectName: 'p' })) {
    assert.equal(name, 'run k0');
    break;
  }
  assert.equal(service.sent.length, 1);
});

test('experiments of another service are not moved, and nothing is sent', async () => {
  const service = fakeTransport((request) => {
    const experimentKey = request.query.find(([name]) => name === 'experimentKey')?.[1];
    return { json: { experimentKey, workspaceName: experimentKey === 'b' ? 'other' : 'w' } };
  });
  const api = new API({ transport: service });
  await assert.rejects(api.moveExperiments(['a', 'b', 'c'], 'w', 'p'), { code: 'invalid', reason: /b is in other/ });
  assert.ok(service.sent.every(({ method }) => method === 'GET'));
});

test('many experiments are moved in slices of a hundred', async () => {
  const service = fakeTransport((request) =>
    request.method === 'GET' ? { json: { experimentKey: 'x', workspaceName: 'w' } } : { json: { code: 200 } },
  );
  const api = new API({ transport: service });
  await api.moveExperiments(numbered(0, 250), 'w', 'p');
  const sizes = service.sent
    .filter(({ path }) => path.includes('/write/'))
    .map(
      ({ body }) =>
        (JSON.parse(new TextDecoder().decode(body as Uint8Array)) as { experimentKeys: string[] }).experimentKeys
          .length,
    );
  assert.deepEqual(sizes, [100, 100, 50]);
});

test('chart data of many experiments is read by a few concurrent calls, and merged', async () => {
  let underWay = 0;
  let most = 0;
  const service = fakeTransport(async ({ body }) => {
    most = Math.max(most, ++underWay);
    await new Promise((done) => setImmediate(done));
    underWay--;
    const { targetedExperiments } = JSON.parse(new TextDecoder().decode(body as Uint8Array)) as {
      targetedExperiments: string[];
    };
    return { json: { experiments: Object.fromEntries(targetedExperiments.map((key) => [key, { metrics: [] }])) } };
  });
  const api = new API({ transport: service });
  const chart = await api.getMetricsForChart(numbered(0, 1000), { metrics: ['loss', '', 'loss'] });
  assert.equal(Object.keys(chart).length, 1000);
  assert.equal(service.sent.length, 20);
  assert.ok(most <= 8, `${most} at once`);
});

for (const [what, run] of [
  ['neither metrics nor parameters', (api: API) => api.getMetricsForChart(['a'])],
  ['a pattern that is none', (api: API) => api.getExperiments('w', { projectName: 'p', pattern: '(' })],
  ['a path with too many parts', (api: API) => api.get('a/b/c/d')],
  ['a project that is not named', (api: API) => api.deleteProject({} as never)],
  ['an artifact that is not named', (api: API) => api.getArtifactDetails({ workspace: 'w' })],
] as const) {
  test(`${what}: rejected before anything is sent`, async () => {
    const service = fakeTransport(() => ({}));
    await assert.rejects(run(new API({ transport: service })), { code: 'invalid' });
    assert.equal(service.sent.length, 0);
  });
}

test('get finds an experiment whose name has slashes if its names are given one by one', async () => {
  const experiments = [{ experimentKey: 'k', experimentName: 'lr=0.1/run 2' }];
  const service = fakeTransport(({ path }) =>
    path.endsWith('/metadata') ? { status: 404, json: {} } : { json: { experiments } },
  );
  const found = await new API({ transport: service }).get('w', 'p', 'lr=0.1/run 2');
  assert.equal(found?.key, 'k');
});

for (const archived of [true, false]) {
  test(`a key of an experiment that is ${archived ? '' : 'not '}archived finds it ${archived ? 'in' : 'outside'} the archive`, async () => {
    const service = fakeTransport(({ path }) => ({
      json: path.endsWith('/metadata') ? { experimentKey: 'k', archived } : { experiments: [] },
    }));
    const api = new API({ transport: service });
    assert.equal((await api.getArchivedExperiment('w', 'p', 'k'))?.key ?? null, archived ? 'k' : null);
    assert.equal((await api.getExperiment('w', 'p', 'k'))?.key, 'k');
  });
}

test('an unknown key of an experiment is null, and a rejected API key is an error', async () => {
  const found = async (status: number, code: number) => {
    const json = { msg: 'no', sdk_error_code: code };
    const api = new API({ transport: fakeTransport(() => ({ status, json })) });
    return await api.getExperimentByKey('k1');
  };
  assert.equal(await found(404, 0), null);
  assert.equal(await found(400, 0), null);
  assert.equal(await found(400, sdkErrorCode.noSuchExperiment), null);
  await assert.rejects(found(400, sdkErrorCode.unknownKey), { code: 'unauthorized' });
});
