import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartOptions } from '../charts/chart-options.ts';
import { selectChartSnapshot } from './snapshot-selection.ts';
import type { SnapshotExperiment } from './view-payload.ts';

/** Returns the metrics of the points of a snapshot, and how many of them the view shows first. */
function selected(names: readonly string[], charts: ChartOptions, minMetrics: number) {
  const metadata = { experimentKey: 'k' } as SnapshotExperiment['metadata'];
  const metrics = names.map((name) => ({ name, valueCurrent: '1' }));
  const experiments = [{ metadata, tags: [], metrics, parameters: [] }];
  const found = selectChartSnapshot(experiments, { version: 1, charts }, minMetrics);
  return [found.metrics, found.needed];
}

test('a snapshot has the points of each metric of its first charts', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  assert.deepEqual(selected(names, {}, 4), [['a', 'b', 'c', 'd'], 4]);
  const combined = [{ metrics: ['a', 'f'] }];
  assert.deepEqual(selected(names, { combined }, 6), [['a', 'f', 'b', 'c', 'd', 'e'], 5]);
  assert.deepEqual(selected(names, { combined, metrics: ['a'] }, 1), [['a', 'f'], 2]);
});

test('a snapshot first has the points that the view draws of its newest experiments, then those of older ones', () => {
  const experiments = Array.from({ length: 30 }, (_, index) => ({
    metadata: { experimentKey: `k${index}` } as SnapshotExperiment['metadata'],
    tags: [],
    metrics: [{ name: index < 10 ? 'new' : 'old', valueCurrent: '1' }],
    parameters: [],
  }));
  const all = selectChartSnapshot(experiments, { version: 1 }, 1);
  assert.deepEqual([all.keys.length, all.drawn, all.metrics], [25, 10, ['new']]);
  const some = selectChartSnapshot(experiments, { version: 1, charts: { hidden: ['k0'] } }, 1);
  assert.deepEqual(
    [some.drawn, some.keys[0], some.keys.includes('k10'), some.keys.includes('k0')],
    [9, 'k1', true, false],
  );
});
