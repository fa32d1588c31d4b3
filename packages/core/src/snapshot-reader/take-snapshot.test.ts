import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { API, APIExperiment } from '../browser/index.ts';
import { chartTheme } from '../charts/chart-theme.ts';
import type { Transport } from '../client/transport.ts';
import { bufferedBody } from '../client/wire-body.ts';
import type { DisplayHost, MimeBundle } from '../display/display-host.ts';
import { denoKernel, kernelHost } from '../display/kernel-host.ts';
import { snapshotModel } from '../snapshots/snapshot-chart.ts';
import { viewMimeType } from '../snapshots/view-mime-type.ts';
import { readViewPayload, snapshotBudgetBytes } from '../snapshots/view-payload.ts';
import { takeSnapshot } from './take-snapshot.ts';

type SnapshotSource = Parameters<typeof takeSnapshot>[0];

/** Service with one project of `count` experiments, each with 20 metrics of `points` points. */
function service(count: number, points: number) {
  const asked: string[] = [];
  const keys = Array.from({ length: count }, (_, index) => `key${index}`);
  const metricNames = Array.from({ length: 20 }, (_, index) => (index < 2 ? `sys.cpu.${index}` : `loss/${index}`));
  const metadata = (experimentKey: string) => ({
    experimentKey,
    experimentName: `run <${experimentKey}>`,
    workspaceName: 'w',
    projectName: 'p',
    projectId: '1',
    startTimeMillis: Number(experimentKey.slice(3)),
  });
  const chart = (name: string) => ({
    metricName: name,
    values: Array.from({ length: points }, (_, index) => Math.sin(index * 0.37) / 3),
    steps: Array.from({ length: points }, (_, index) => index),
    timestamps: Array.from({ length: points }, (_, index) => 1_700_000_000_000 + index),
  });
  const answers: Record<string, (fields: Record<string, string>, body: Record<string, string[]>) => unknown> = {
    'experiment/metadata': ({ experimentKey }) => metadata(experimentKey!),
    experiments: () => ({ experiments: keys.map(metadata) }),
    'experiment/tags': () => ({ tags: ['t'] }),
    'experiment/metrics/summary': () => ({ values: metricNames.map((name) => ({ name, valueCurrent: '0.5' })) }),
    'experiment/parameters': () => ({ values: [{ name: 'lr', valueCurrent: '0.1' }] }),
    'experiment/asset/list': () => ({ assets: [] }),
    'experiments/multi-metric-chart': (_, { targetedExperiments, metrics }) => ({
      experiments: Object.fromEntries(
        targetedExperiments!.map((key) => [key, { experiment_key: key, metrics: metrics!.map(chart), params: null }]),
      ),
    }),
  };
  const transport: Transport = {
    async send(request) {
      const path = request.path.replace('/api/rest/v2/', '');
      asked.push(path);
      const body = request.body ? JSON.parse(new TextDecoder().decode(request.body as Uint8Array)) : {};
      const answer = answers[path];
      const text = JSON.stringify(answer ? await answer(Object.fromEntries(request.query), body) : { msg: 'absent' });
      const status = answer ? 200 : 404;
      return { status, headers: {}, body: bufferedBody(new TextEncoder().encode(text)) };
    },
  };
  return { api: new API({ transport, url: 'https://service.example' }), asked, answers };
}

test('the snapshot of an experiment fits its budget and reports how many points there were', async () => {
  const { api } = service(1, 10_000);
  const snapshot = await takeSnapshot(api, { kind: 'experiment', experimentKey: 'key0' });
  assert.ok(JSON.stringify(snapshot).length <= snapshotBudgetBytes);
  const [metric] = snapshot.chart.key0!.metrics;
  assert.equal(metric!.total, 10_000);
  assert.ok(!metric!.metricName.startsWith('sys.'), 'what the machine logs comes last');
  assert.deepEqual(snapshot.experiments[0]!.tags, ['t']);
});

test('durations in a snapshot count from the start of the run, whichever metrics it has points of', async () => {
  const { api, answers } = service(1, 2);
  const late = { metricName: 'loss/2', values: [1, 2], timestamps: [600_500, 700_500], durations: [600_000, 700_000] };
  answers['experiments/multi-metric-chart'] = () => ({ experiments: { key0: { metrics: [late] } } });
  const snapshot = await takeSnapshot(api, { kind: 'experiment', experimentKey: 'key0' });
  const { model } = snapshotModel(snapshot, { version: 1, charts: { xAxis: 'duration' } }, chartTheme('light'), {
    title: 'loss/2',
    metrics: ['loss/2'],
  });
  assert.deepEqual(model.xExtent, [600_000, 700_000]);
});

test('the snapshot of a large project fits its budget too', async () => {
  const { api } = service(200, 500);
  const snapshot = await takeSnapshot(api, { kind: 'project', workspace: 'w', projectName: 'p' });
  assert.ok(JSON.stringify(snapshot).length <= snapshotBudgetBytes);
  assert.ok(snapshot.experiments.length > 0);
  assert.equal((snapshot.project as { numberOfExperiments?: number }).numberOfExperiments, 200);
});

test('the snapshot of a project holds its newest experiments', async () => {
  const { api } = service(200, 10);
  const snapshot = await takeSnapshot(api, { kind: 'project', workspace: 'w', projectName: 'p' });
  assert.equal(snapshot.experiments[0]!.metadata.experimentKey, 'key199');
});

test('the snapshot of a project holds what its view shows: a chosen experiment of long ago, and a metric that is not a main one', async () => {
  const { api } = service(200, 500);
  const target = { kind: 'project', workspace: 'w', projectName: 'p' } as const;
  const state = {
    version: 1 as const,
    selection: ['key3', 'gone', 'key0'],
    charts: { metrics: ['loss/17'], hidden: ['key0'] },
  };
  const snapshot = await takeSnapshot(api, target, { state });
  assert.deepEqual(
    snapshot.experiments.slice(0, 3).map(({ metadata }) => metadata.experimentKey),
    ['key3', 'key0', 'key199'],
  );
  const [metric] = snapshot.chart.key3!.metrics;
  assert.equal(metric!.metricName, 'loss/17');
  assert.ok(metric!.values.length >= 90, `${metric!.values.length} points of what the view draws`);
  assert.deepEqual(snapshot.whole, { experiments: 200, drawn: 1, metrics: 1 });
  // Without a selection `key3` would have no points.
  const untouched = await takeSnapshot(api, target);
  assert.equal(untouched.chart.key3, undefined);
  assert.ok(Object.keys(untouched.chart).length >= 10, 'as many experiments as the view begins with');
});

test('a snapshot has the names in the options of its charts that none of their experiments has logged', async () => {
  const { api } = service(70, 2);
  const group = { by: 'parameter:lrr', center: 'mean', band: 'std', members: false } as const;
  const charts = { metrics: ['loss/2', 'loss/99'], xAxis: { metric: 'sys.cpu.0' }, group };
  const project = { kind: 'project', workspace: 'w', projectName: 'p' } as const;
  const unknownIn = async (target: Parameters<typeof takeSnapshot>[1], selection?: string[]) =>
    (await takeSnapshot(api, target, { state: { version: 1, charts, ...(selection && { selection }) } })).whole
      ?.unknown;
  assert.deepEqual(await unknownIn(project), ['metric:loss/99', 'parameter:lrr']);
  assert.deepEqual(await unknownIn({ kind: 'experiment', experimentKey: 'key0' }), ['metric:loss/99']);
  const more = Array.from({ length: 61 }, (_, index) => `key${index}`);
  assert.equal(await unknownIn(project, more), undefined, 'more experiments than are read');
});

test('a listed experiment needs no request for its name and project', async () => {
  const { api, asked } = service(5, 10);
  await takeSnapshot(api, { kind: 'project', workspace: 'w', projectName: 'p' });
  assert.equal(asked.filter((path) => path === 'experiment/metadata').length, 0);
  assert.equal(asked.filter((path) => path === 'experiments/multi-metric-chart').length, 1);
});

test('the snapshot of a run that ends meanwhile states its end only with its last values', async () => {
  const { api, answers } = service(1, 10);
  const { 'experiment/metadata': metadata } = answers;
  let running = true;
  answers['experiment/metadata'] = async (fields, body) => {
    await setImmediate();
    running = false;
    return { ...((await metadata!(fields, body)) as object), running };
  };
  answers['experiment/metrics/summary'] = () => ({ values: [{ name: 'loss', valueCurrent: running ? '0.5' : '0.1' }] });
  const source: Partial<SnapshotSource> = {
    getExperimentByKey: async (key) => new APIExperiment({ api, previousExperiment: key }),
    getMetricsForChart: (keys, request) => api.getMetricsForChart(keys, request),
  };
  const snapshot = await takeSnapshot(source as SnapshotSource, { kind: 'experiment', experimentKey: 'key0' });
  assert.equal(snapshot.experiments[0]!.metadata.running, false);
  assert.equal(snapshot.experiments[0]!.metrics[0]!.valueCurrent, '0.1');
});

test('an absent experiment is reported', async () => {
  const { api } = service(0, 0);
  const absent = takeSnapshot(api, { kind: 'model', workspace: 'w', modelName: 'absent' });
  await assert.rejects(absent, { code: 'not-found' });
});

/** Kernel that records what it is asked to show. */
function kernel(): { host: DisplayHost; shown: (MimeBundle | string)[] } {
  const shown: (MimeBundle | string)[] = [];
  const host = kernelHost({
    emit: async (bundle) => void shown.push(bundle),
    clear: async (wait) => void shown.push(wait ? 'clear with the next' : 'clear now'),
  });
  return { host: host!, shown };
}

test('an output has the view, static HTML with an image, and text', async () => {
  const { api } = service(1, 50);
  const { host, shown } = kernel();
  const target = { kind: 'experiment', experimentKey: 'key0', tab: 'charts' } as const;
  const url = 'https://service.example/w/p/key0';
  const options = { clear: true, wait: false, new: 0, autoraise: true } as const;
  await host.show({ target, url, snapshot: () => takeSnapshot(api, target) }, options);
  const [cleared, bundle] = shown as [string, Record<string, unknown>];
  assert.equal(cleared, 'clear now');
  const read = readViewPayload(structuredClone(bundle[viewMimeType]));
  assert.ok(read.ok && read.payload.snapshot && read.payload.state?.tab === 'charts');
  assert.match(String(bundle['text/html']), /<img [^>]*data:image\/svg\+xml;base64,/);
  assert.ok(!String(bundle['text/html']).includes('run <key0>'), 'names are escaped');
  assert.match(String(bundle['text/plain']), /run <key0>/);
});

test('outside of a notebook there is no kernel', () => assert.equal(denoKernel(), null));

test('a payload has a height only within the range of heights', () => {
  const target = { kind: 'experiment', experimentKey: 'abc' };
  for (const [height, read] of [
    [100, 100],
    [420.5, 420.5],
    [5000, 5000],
    [99, undefined],
    [5001, undefined],
    ['300', undefined],
    [null, undefined],
  ]) {
    const result = readViewPayload({ target, height });
    assert.ok(result.ok);
    assert.equal(result.payload.height, read);
  }
});

test('the problem of an invalid target quotes a long value only in part', () => {
  for (const target of [{ kind: 'x'.repeat(1_000_000) }, { kind: `a${'😀'.repeat(500_000)}` }]) {
    const result = readViewPayload({ target });
    assert.ok(!result.ok && result.problem.length < 500 && result.problem.isWellFormed());
    assert.match(result.problem, /^The saved view has no valid target \(kind: .+…\)\. Run the cell again/);
  }
});

test('an output with a tab that this version does not know, or damaged content of one, has everything else', () => {
  const snapshot = { takenAtMillis: 1, experiments: [], chart: {} };
  for (const content of [{ tab: 'newer' }, { tab: 'images', files: { a: 5 } }, 'x']) {
    const result = readViewPayload({
      target: { kind: 'experiment', experimentKey: 'abc', tab: 'newer' },
      snapshot: { ...snapshot, content },
    });
    assert.ok(result.ok);
    assert.deepEqual(JSON.parse(JSON.stringify(result.payload)), {
      target: { kind: 'experiment', experimentKey: 'abc' },
      snapshot,
    });
  }
  for (const damaged of [{ ...snapshot, chart: 5 }, null, 'x']) {
    const result = readViewPayload({ target: { kind: 'experiment', experimentKey: 'abc' }, snapshot: damaged });
    assert.ok(result.ok && result.payload.snapshot === undefined);
  }
});
