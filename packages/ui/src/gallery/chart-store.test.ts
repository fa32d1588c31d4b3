import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartData, ViewSource } from '../source/view-source.ts';
import { chartStore } from './chart-store.ts';

/** A source that answers charts and remembers what it was asked. */
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

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('charts that are shown together are read in one call', async () => {
  const { source, asked } = chartSource();
  const store = chartStore({ live: source, saved: null }, ['k']);
  store.show('loss', false);
  store.show('acc', false);
  await settled();
  assert.deepEqual(asked, [{ names: ['loss', 'acc'], full: false }]);
  assert.deepEqual(
    store.points('acc').chart?.k?.metrics.map((metric) => metric.metricName),
    ['acc'],
  );
});

test('a chart seen again is not read again; a refresh reads only what is in sight', async () => {
  const { source, asked } = chartSource();
  const store = chartStore({ live: source, saved: null }, ['k']);
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
  const store = chartStore({ live: source, saved: null }, ['k']);
  store.show('loss', false);
  await settled();
  store.show('loss', true);
  await settled();
  assert.deepEqual(asked[1], { names: ['loss'], full: true });
  assert.equal(store.points('loss').full, true);
});

test('the metric of the horizontal axis is read along', async () => {
  const { source } = chartSource();
  const store = chartStore({ live: source, saved: null }, ['k'], 'lr');
  store.show('loss', false);
  await settled();
  assert.deepEqual(
    store.points('loss').chart?.k?.metrics.map((metric) => metric.metricName),
    ['loss', 'lr'],
  );
});

test('without an answer the saved points stay, with the failure beside them', async () => {
  const live = chartSource(true);
  const saved = chartSource();
  const store = chartStore({ live: live.source, saved: saved.source }, ['k']);
  store.show('loss', false);
  await settled();
  const { chart, failure, loading } = store.points('loss');
  assert.ok(chart?.k);
  assert.equal(failure?.kind, 'unreachable');
  assert.equal(loading, false);
});
