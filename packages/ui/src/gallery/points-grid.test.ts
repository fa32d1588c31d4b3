import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartModel } from '@tracklens/core/charts';
import { chartSettings } from '@tracklens/core/display';
import { listedPositions, listedValue } from './points-grid.ts';

const modelOf = (chart: Record<string, { values: (number | string)[]; steps: number[] }>) =>
  chartModel({
    metrics: ['loss'],
    chart: Object.fromEntries(
      Object.entries(chart).map(([key, metric]) => [key, { metrics: [{ metricName: 'loss', ...metric }] }]),
    ),
    experiments: Object.keys(chart).map((key) => ({ key, label: key })),
    settings: chartSettings(undefined, 'loss'),
    dark: false,
    sampledTo: null,
  });

test('every position is listed once, with the value of each experiment', () => {
  const model = modelOf({ a: { values: [1, 'NaN', 3], steps: [0, 1, 2] }, b: { values: [9, 8], steps: [1, 5] } });
  const positions = listedPositions(model, null);
  assert.deepEqual([...positions], [0, 1, 2, 5]);
  assert.deepEqual(
    model.lines.map((line) => Array.from(positions, (at) => String(listedValue(line, at)))),
    [
      ['1', 'NaN', '3', 'null'],
      ['null', '9', 'null', '8'],
    ],
  );
  assert.deepEqual([...listedPositions(model, { x: [1, 2] })], [1, 2]);
});

test('very many points are listed as drawn', () => {
  const steps = Array.from({ length: 300_000 }, (_, at) => at);
  const model = modelOf({ a: { values: steps.map((at) => (at === 123_456 ? 99 : 0)), steps } });
  const positions = listedPositions(model, null);
  assert.ok(positions.length < 8004 && positions.includes(123_456));
});
