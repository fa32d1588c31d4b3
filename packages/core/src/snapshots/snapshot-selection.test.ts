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
