import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentRow } from './columns.ts';
import { bestRow, objectiveMetrics, objectiveOf } from './objective.ts';

/** Row with the minimum and maximum of its metrics. */
function row(experimentKey: string, metrics: Readonly<Record<string, readonly [min: number, max: number]>>) {
  const entries = Object.entries(metrics).map(([name, [min, max]]) => [name, { current: max, min, max }] as const);
  return { metadata: { experimentKey }, details: null, metrics: new Map(entries) } as unknown as ExperimentRow;
}

const rows = [
  row('a', { loss: [0.2, 3], 'val/accuracy': [0, 0.9], speed: [1, 9], 'sys.cpu': [1, 2] }),
  row('b', { loss: [0.1, 2], 'val/accuracy': [0, 0.8], speed: [1, 1] }),
  row('c', { loss: [Number.NaN, Number.NaN] }),
  row('d', { loss: [Number.NEGATIVE_INFINITY, 1] }),
];

test('the objective is guessed from the names of the metrics: held-out data first', () => {
  assert.deepEqual(objectiveMetrics(rows), ['val/accuracy', 'loss', 'speed']);
  assert.deepEqual(objectiveOf(objectiveMetrics(rows), undefined), { metric: 'val/accuracy', direction: 'max' });
  assert.equal(objectiveOf(['speed'], undefined), null);
  const chosen = { metric: 'speed', direction: 'min' } as const;
  assert.equal(objectiveOf(objectiveMetrics(rows), chosen), chosen);
});

test('the best experiment had the best number at any time', () => {
  for (const [metric, direction, expected] of [
    ['loss', 'min', 'b'],
    ['loss', 'max', 'a'],
    ['val/accuracy', 'max', 'a'],
    ['speed', 'min', 'a'],
    ['absent', 'min', undefined],
  ] as const) {
    assert.equal(bestRow(rows, { metric, direction })?.metadata.experimentKey, expected, `${direction} ${metric}`);
  }
});
