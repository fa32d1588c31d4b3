import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChartData, metricOf, metricSeries } from '@tracklens/core/display';
import { failure } from '../source/failure.ts';
import type { SavedSource, ViewSource } from '../source/view-source.ts';
import { ChartStore } from './chart-store.ts';
import { joinedCharts } from './joined-charts.ts';

/** Fake source that records its requests. */
function chartSource(fail = false) {
  const asked: { names: readonly string[]; full: boolean }[] = [];
  const source = {
    takenAtMillis: null,
    async chart(keys: readonly string[], names: readonly string[], { full }: { full: boolean }) {
      asked.push({ names, full });
      if (fail) throw Object.assign(new Error('no answer'), { code: 'unreachable' });
      const chart: ChartData = {};
      for (const key of keys) chart[key] = { metrics: names.map((metricName) => ({ metricName, values: [1] })) };
      return chart;
    },
  } as unknown as ViewSource;
  return { source, asked };
}

/** Creates a source whose responses the test resolves, each with one value. */
function pendingSource() {
  const reads: { names: readonly string[]; full: boolean; give(value: number): void; fail(error: unknown): void }[] =
    [];
  const source = {
    takenAtMillis: null,
    chart: (keys: readonly string[], names: readonly string[], { full }: { full: boolean }) =>
      new Promise<ChartData>((resolve, reject) => {
        const entry = (value: number) => ({ metrics: names.map((metricName) => ({ metricName, values: [value] })) });
        const give = (value: number) => resolve(Object.fromEntries(keys.map((key) => [key, entry(value)])));
        reads.push({ names, full, give, fail: reject });
      }),
  } as unknown as ViewSource;
  return { source, reads };
}

const savedSource = (source: ViewSource): SavedSource => ({
  ...source,
  absence: (what) => failure('not-found', what),
});

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('charts that are shown together are read in one call', async () => {
  const { source, asked } = chartSource();
  const store = new ChartStore({ live: source, saved: null }, ['k']);
  store.show('loss', false);
  store.show('acc', false);
  await settled();
  assert.deepEqual(asked, [{ names: ['loss', 'acc'], full: false }]);
  assert.deepEqual(
    store.points('acc').chart?.k?.metrics.map((metric) => metric.metricName),
    ['acc'],
  );
});

test('a chart that becomes visible again is not read again; a refresh reads only visible charts', async () => {
  const { source, asked } = chartSource();
  const store = new ChartStore({ live: source, saved: null }, ['k']);
  store.show('loss', false);
  store.show('acc', false);
  await settled();
  store.hide('loss');
  store.show('acc', false);
  await settled();
  assert.equal(asked.length, 1);
  store.refresh();
  await settled();
  assert.deepEqual(asked[1]?.names, ['acc']);
  store.show('loss', false);
  await settled();
  assert.deepEqual(asked[2]?.names, ['loss']);
});

test('a zoomed chart is read with all its points', async () => {
  const { source, asked } = chartSource();
  const store = new ChartStore({ live: source, saved: null }, ['k']);
  store.show('loss', false);
  await settled();
  store.show('loss', true);
  await settled();
  assert.deepEqual(asked[1], { names: ['loss'], full: true });
  assert.equal(store.points('loss').full, true);
});

test('a refresh during a read repeats the read when it has finished', async () => {
  const { source, reads } = pendingSource();
  const store = new ChartStore({ live: source, saved: null }, ['k']);
  store.show('loss', false);
  await settled();
  for (let poll = 0; poll < 3; poll++) {
    store.refresh();
    await settled();
  }
  assert.equal(reads.length, 1);
  // Another chart does not wait.
  store.show('acc', false);
  await settled();
  assert.deepEqual(reads[1]?.names, ['acc']);
  reads[0]?.give(1);
  await settled();
  assert.deepEqual(store.points('loss').chart?.k?.metrics[0]?.values, [1]);
  assert.deepEqual(reads[2]?.names, ['loss']);
  reads[2]?.give(2);
  await settled();
  assert.deepEqual(store.points('loss').chart?.k?.metrics[0]?.values, [2]);
  assert.equal(reads.length, 3);
  store.dispose();
});

test('a chart that is zoomed during a read has all its points in the end', async () => {
  const { source, reads } = pendingSource();
  const store = new ChartStore({ live: source, saved: null }, ['k']);
  store.show('loss', false);
  await settled();
  store.show('loss', true);
  await settled();
  const answered = new Set<unknown>();
  for (let read = reads.at(-1); read; read = reads.findLast((one) => !answered.has(one))) {
    answered.add(read);
    read.give(read.full ? 2 : 1);
    await settled();
  }
  const { chart, full } = store.points('loss');
  assert.deepEqual([chart?.k?.metrics[0]?.values, full], [[2], true]);
  store.dispose();
});

test('a read that fails after a refresh is repeated with backoff, not at once', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { source, reads } = pendingSource();
  const store = new ChartStore({ live: source, saved: null }, ['k']);
  store.show('loss', false);
  await settled();
  store.refresh();
  reads[0]?.fail({ code: 'unreachable' });
  await settled();
  assert.equal(reads.length, 1);
  context.mock.timers.tick(5000);
  await settled();
  assert.equal(reads.length, 2);
  store.dispose();
});

test('once it is disposed, a store whose saved points arrive reads nothing from the service', async () => {
  const live = pendingSource();
  const saved = pendingSource();
  const store = new ChartStore({ live: live.source, saved: savedSource(saved.source) }, ['k']);
  store.show('loss', false);
  await settled();
  store.dispose();
  saved.reads[0]?.give(1);
  await settled();
  assert.equal(live.reads.length, 0);
});

test('the metric of the horizontal axis is read with a chart', async () => {
  const { source } = chartSource();
  const store = new ChartStore({ live: source, saved: null }, ['k'], 'lr');
  store.show('loss', false);
  await settled();
  assert.deepEqual(
    store.points('loss').chart?.k?.metrics.map((metric) => metric.metricName),
    ['loss', 'lr'],
  );
});

test('durations of a metric that is logged later count from the start of the run', async () => {
  const metrics = [
    { metricName: 'loss', values: [1], timestamps: [1000] },
    { metricName: 'val', values: [1, 2], timestamps: [601_000, 701_000] },
  ];
  const source = { takenAtMillis: null, chart: async () => ({ k: { metrics } }) } as unknown as ViewSource;
  const store = new ChartStore({ live: source, saved: null }, ['k']);
  store.show('val', false);
  await settled();
  const entry = store.points('val').chart!.k!;
  assert.deepEqual([...metricSeries(entry, metricOf(entry, 'val')!, 'duration').x], [600_000, 700_000]);
});

test('after a failed read the saved points remain, with an error next to them', async () => {
  const live = chartSource(true);
  const saved = chartSource();
  const store = new ChartStore({ live: live.source, saved: savedSource(saved.source) }, ['k']);
  store.show('loss', false);
  await settled();
  const { chart, failure, loading } = store.points('loss');
  assert.ok(chart?.k);
  assert.equal(failure?.kind, 'unreachable');
  assert.equal(loading, false);
  store.dispose();
});

test('saved points of an experiment that the service lacks remain; a metric that it no longer has is emptied', async () => {
  const saved = chartSource();
  const live = { takenAtMillis: null, chart: async () => ({ known: { metrics: [] } }) } as unknown as ViewSource;
  const store = new ChartStore({ live, saved: savedSource(saved.source) }, ['gone', 'known']);
  store.show('loss', false);
  await settled();
  const { chart, failure, loading } = store.points('loss');
  assert.deepEqual([Object.keys(chart ?? {}), failure, loading], [['gone'], null, false]);
  store.dispose();
});

test('a metric whose points the snapshot lacks is reported to be missing from the snapshot, not to be loading', async () => {
  const source = { takenAtMillis: 1, chart: async () => ({}) } as unknown as ViewSource;
  const store = new ChartStore({ live: null, saved: savedSource(source) }, ['k']);
  store.show('loss', false);
  await settled();
  const { chart, failure: lacks, loading } = store.points('loss');
  assert.deepEqual(
    [chart, lacks?.kind, lacks?.message, loading],
    [null, 'not-found', 'the points of this metric', false],
  );
  store.dispose();
});

test('failed charts are read again automatically with exponential backoff', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { source, asked } = chartSource(true);
  const store = new ChartStore({ live: source, saved: null }, ['k']);
  store.show('loss', false);
  store.show('acc', false);
  await settled();
  for (const [millis, reads] of [
    [4999, 1],
    [1, 2],
    [9999, 2],
    [1, 3],
  ] as const) {
    context.mock.timers.tick(millis);
    await settled();
    assert.equal(asked.length, reads, `after ${millis} ms`);
  }
  store.dispose();
});

const namesIn = (chart: ChartData | null) => chart?.k?.metrics.map(({ metricName }) => metricName) ?? null;

test('several metrics of a chart are read in one call, shown when all have been read, and joined once', async () => {
  const { source, reads } = pendingSource();
  const store = new ChartStore({ live: source, saved: null }, ['k'], 'lr');
  const names = ['loss', 'val'];
  store.show('loss', false);
  await settled();
  reads[0]!.give(1);
  await settled();
  store.show('val', false);
  assert.equal(store.pointsOf(names).chart, null);
  await settled();
  reads[1]!.give(2);
  await settled();
  assert.deepEqual(
    reads.map((read) => read.names),
    [
      ['loss', 'lr'],
      ['val', 'lr'],
    ],
  );
  assert.deepEqual(namesIn(store.pointsOf(names).chart), ['loss', 'lr', 'val']);
  assert.equal(store.pointsOf(names), store.pointsOf([...names]));
});

test('of several metrics a saved copy shows those that it has', async () => {
  const metrics = [{ metricName: 'loss', values: [1, 2] }];
  const source = { takenAtMillis: 1, chart: async () => ({ k: { metrics } }) } as unknown as ViewSource;
  const store = new ChartStore({ live: null, saved: savedSource(source) }, ['k']);
  for (const name of ['loss', 'val']) store.show(name, false);
  await settled();
  assert.deepEqual(namesIn(store.pointsOf(['loss', 'val']).chart), ['loss']);
  assert.equal(store.pointsOf(['val', 'acc']).chart, null);
});

test('metrics of several reads retain their steps and the earliest start', () => {
  const entry = (metricName: string, steps: number[], startMillis: number) => ({
    k: { steps, startMillis, metrics: [{ metricName, values: steps, timestamps: steps.map((step) => 1000 + step) }] },
  });
  const { k } = joinedCharts([entry('loss', [1, 2], 1000), entry('val', [5, 6, 7], 900), {}]);
  const positions = (name: string, axis: 'step' | 'duration') => [...metricSeries(k!, metricOf(k, name)!, axis).x];
  assert.deepEqual(
    [positions('loss', 'step'), positions('val', 'step')],
    [
      [1, 2],
      [5, 6, 7],
    ],
  );
  assert.deepEqual(positions('val', 'duration'), [105, 106, 107]);
});
