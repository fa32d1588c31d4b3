import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { API, type APIExperiment, isRestApiException, type Transport, type WireRequest } from '@tracklens/core';
import { bufferedBody } from '@tracklens/core/client';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';

// Values that are sent when a caller omits an argument.

const metadata = { experimentKey: 'abc', workspaceName: 'w', projectName: 'p', projectId: '1' };

/** A service that knows one of everything, and what was asked of it. */
function service() {
  const sent: WireRequest[] = [];
  const answers: Record<string, unknown> = {
    'experiment/metadata': metadata,
    'project/column-names': { columns: [{ name: 'loss', source: 'metrics', type: 'double' }] },
    'project/query': { experimentKeys: [] },
    'experiments/multi-metric-chart': { experiments: {} },
    'write/project/create': { projectId: '1' },
    'experiment/asset/get-by-name': { assets: [{ assetId: '1', fileName: 'a.json' }] },
    'experiment/asset/list': { assets: [{ assetId: '1', fileName: 'a/b.txt' }] },
  };
  const transport: Transport = {
    async send(request) {
      sent.push(request);
      const answer = answers[request.path.replace(/^.*\/rest\/v\d\//, '')] ?? {};
      const bytes = new TextEncoder().encode(JSON.stringify(answer));
      return { status: 200, headers: { 'content-type': 'application/json' }, body: bufferedBody(bytes) };
    },
  };
  const api = new API({ transport, warn: () => {} });
  return { api, sent };
}

function bodyOf(request: WireRequest): Record<string, unknown> {
  return JSON.parse(new TextDecoder().decode(request.body as Uint8Array)) as Record<string, unknown>;
}

const cases: readonly {
  readonly what: string;
  readonly run: (api: API, experiment: APIExperiment) => Promise<unknown>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
}[] = [
  { what: 'a project is private', run: (api) => api.createProject('w', 'p'), body: { isPublic: false } },
  {
    what: 'the experiments of a deleted project stay',
    run: (api) => api.deleteProject({ projectId: '1' }),
    body: { deleteAllExperiments: false },
  },
  {
    what: 'experiments move without a link',
    run: (api) => api.moveExperiments(['abc'], 'w', 'q'),
    body: { symlink: false },
  },
  {
    what: 'chart data is independent and sampled',
    run: (api) => api.getMetricsForChart(['abc'], { metrics: ['loss'] }),
    body: { independentMetrics: true, fetchFull: false, params: null },
  },
  {
    what: 'a query leaves archived experiments out',
    run: (api) => api.query('w', 'p', 'Metric("loss") > 1'),
    body: { archived: false },
  },
  {
    what: 'a model is registered as 1.0.0 under its own name',
    run: (_, experiment) => experiment.registerModel('net'),
    body: { version: '1.0.0', registryModelName: 'net', publicModel: null, status: null, tags: null },
  },
  { what: 'html is appended', run: (_, experiment) => experiment.logHtml('<p>'), body: { override: false } },
  {
    what: 'a curve replaces nothing',
    run: (_, experiment) => experiment.logCurve('c', [1], [2]),
    query: { overwrite: 'False' },
  },
  {
    what: 'a video replaces nothing',
    run: (_, experiment) => experiment.logVideo(new Uint8Array(1), { name: 'v.gif' }),
    query: { overwrite: 'False' },
  },
  { what: 'assets of all types are listed', run: (_, experiment) => experiment.getAssetList(), query: { type: 'all' } },
  {
    what: 'experiments are listed without archived ones',
    run: (api) => api.getExperiments('w', { projectName: 'p' }),
    query: { archived: 'False' },
  },
];

/** Ignores that the responses of this service lack fields: its requests are looked at. */
function ignoreMalformed(error: unknown): void {
  if (!isRestApiException(error) || error.code !== 'malformed') throw error;
}

for (const { what, run, body, query } of cases) {
  test(what, async () => {
    const { api, sent } = service();
    const experiment = (await api.getExperimentByKey('abc'))!;
    sent.length = 0;
    await run(api, experiment).catch(ignoreMalformed);
    const last = sent.at(-1)!;
    assert.ok(body ?? query, 'the case states what is sent');
    if (body) assert.deepEqual({ ...bodyOf(last), ...body }, bodyOf(last));
    for (const [name, value] of Object.entries(query ?? {})) {
      assert.equal(last.query.find(([field]) => field === name)?.[1], value);
    }
  });
}

test('nested parameters are flattened, and output is not an error', async () => {
  const { api, sent } = service();
  const experiment = (await api.getExperimentByKey('abc'))!;
  await experiment.logParameters({ a: { b: 1 } });
  assert.equal(bodyOf(sent.at(-1)!).parameterName, 'a|b');
  await experiment.logOutput('line\n');
  assert.deepEqual((bodyOf(sent.at(-1)!).outputLines as { stderr: boolean }[])[0]!.stderr, false);
});

test('a table gets no generated header', async () => {
  const { api, sent } = service();
  const experiment = (await api.getExperimentByKey('abc'))!;
  await experiment.logTable('t.csv', { tabularData: [[1, 2]] }).catch(ignoreMalformed);
  assert.match(new TextDecoder().decode(sent.at(-1)!.body as Uint8Array), /\r\n\r\n1,2\r\n/);
});

test('the REST version is v2 by default and configurable', async () => {
  const { sent } = service();
  for (const version of ['v2', 'v1']) {
    const transport: Transport = {
      async send(request) {
        sent.push(request);
        return { status: 200, headers: {}, body: bufferedBody(new TextEncoder().encode('{"workspaceNames":[]}')) };
      },
    };
    await new API(version === 'v2' ? { transport } : { transport, version }).getWorkspaces();
    assert.ok(sent.at(-1)!.path.includes(`/api/rest/${version}/`));
  }
});

test('the cache is enabled', async () => {
  const { api, sent } = service();
  assert.equal(api.useCache(), true);
  const experiment = (await api.getExperimentByKey('abc'))!;
  sent.length = 0;
  await experiment.getTags();
  await experiment.getTags();
  assert.equal(sent.length, 1);
});

test('an asset is returned as bytes', async () => {
  const { api } = service();
  const experiment = (await api.getExperimentByKey('abc'))!;
  assert.ok((await experiment.getAsset('1')) instanceof Uint8Array);
  assert.ok((await experiment.getAssetByName('a.json')) instanceof Uint8Array);
});

test('short JSON needs no second request', async () => {
  const { api, sent } = service();
  const experiment = (await api.getExperimentByKey('abc'))!;
  sent.length = 0;
  assert.deepEqual(Object.keys(await experiment.toJson()).length, 12);
  assert.equal(sent.length, 0);
});

test('downloads go to the working directory', async (t) => {
  const before = process.cwd();
  const folder = await temporaryFolder(t);
  process.chdir(folder);
  cleanup(t).defer(() => process.chdir(before));
  const { api } = service();
  const experiment = (await api.getExperimentByKey('abc'))!;
  await experiment.downloadTensorflowFolder();
  await experiment.downloadModel('net', { expand: false });
  await api.downloadRegistryModel('w', 'net', { expand: false });
  assert.deepEqual((await readdir(folder, { recursive: true })).sort(), ['a', 'a/b.txt', 'net.zip', 'net_latest.zip']);
  await assert.rejects(experiment.downloadTensorflowFolder(), { code: 'EEXIST' });
  await experiment.downloadTensorflowFolder({ overwrite: true });
  await assert.rejects(experiment.downloadModel('net'), { code: 'malformed' }, 'it is unpacked by default');
});
