import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { ChartOptions } from './chart-options.ts';
import { metricCharts, relatedMetrics } from './metric-charts.ts';

/** Returns the metrics of each chart. */
const shown = (...given: Parameters<typeof metricCharts>) => metricCharts(...given).map(({ metrics }) => metrics);

for (const [title, metrics] of [
  ['loss', ['train_loss', 'validate_loss', 'test_loss']],
  ['loss', ['train/loss', 'val/loss']],
  ['loss', ['loss', 'val_loss']],
  ['acc', ['acc/train', 'acc/valid']],
  ['top-1', ['Train/top-1', 'Test/top-1']],
  ['sys.gpu.power_usage', ['sys.gpu.0.power_usage', 'sys.gpu.2.power_usage', 'sys.gpu.10.power_usage']],
  ['sys.cpu.percent', ['sys.cpu.percent.01', 'sys.cpu.percent.02']],
  ['node1.sys.gpu.memory', ['node1.sys.gpu.0.memory', 'node1.sys.gpu.1.memory']],
] as const) {
  test(`${metrics.join(', ')} are related`, () => {
    const others = ['lr', 'test_time', 'sys.cpu.percent.avg', 'sys.gpu.0.free_memory', 'training'];
    assert.deepEqual(relatedMetrics([...others, ...[...metrics].reverse()]), [{ title, metrics: [...metrics] }]);
  });
}

test('a metric is drawn in one chart: the first that has it, or its own', () => {
  const names = ['a', 'b', 'c', 'd'];
  const combined = [
    { metrics: ['d', 'b', 'd', 'absent'] },
    { metrics: ['b', 'c'] },
    { title: 'absent', metrics: ['x', 'y'] },
  ];
  assert.deepEqual(metricCharts(names, { combined }), [
    { title: 'a', metrics: ['a'] },
    { title: 'd, b', metrics: ['d', 'b'] },
    { title: 'c', metrics: ['c'] },
  ]);
  assert.deepEqual(shown(['a', 'b'], { combined }, names), [['a'], ['d', 'b']], 'a chart has its metrics that exist');
  assert.deepEqual(shown(['constructor', '__proto__'], {}), [['constructor'], ['__proto__']]);
});

test('the metrics of the machine are combined until something else is chosen', () => {
  const names = ['train_loss', 'val_loss', 'sys.gpu.0.power_usage', 'sys.gpu.1.power_usage'];
  assert.deepEqual(shown(names, undefined), [['train_loss'], ['val_loss'], names.slice(2)]);
  assert.deepEqual(shown(names, { combined: [] }).length, 4);
});

test('more cores than a chart may have are in several charts', () => {
  const names = Array.from({ length: 300 }, (_, core) => `sys.cpu.percent.${core}`);
  assert.deepEqual(
    shown(names, undefined).map(({ length }) => length),
    [128, 128, 44],
  );
});

for (const [title, combined] of [
  ['one metric', [{ metrics: ['a'] }]],
  ['too many metrics', [{ metrics: Array.from({ length: 129 }, String) }]],
  ['a name that is too long', [{ metrics: ['a', 'b'.repeat(1001)] }]],
  ['no list', { metrics: ['a', 'b'] }],
] as const) {
  test(`a stored chart with ${title} is rejected`, () => assert.ok(!v.is(ChartOptions, { combined })));
}
