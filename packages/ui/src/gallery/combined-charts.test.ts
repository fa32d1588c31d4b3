import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricCharts, relatedMetrics } from '@tracklens/core/charts';
import type { ChartOptions } from '@tracklens/core/display';
import { areRelatedCombined, combinedChange, relatedByName, relatedChange } from './combined-charts.ts';

const gpus = ['sys.gpu.0.power_usage', 'sys.gpu.1.power_usage'];
const names = ['train_loss', 'val_loss', 'lr', ...gpus];
const related = relatedMetrics(names);
const shown = (options: ChartOptions) =>
  metricCharts(names, options).map(({ title, metrics }) => [title, metrics.length]);

test('combined metrics leave their other charts, and what was seen of their own charts is reset', () => {
  const view = { x: [1, 2] as [number, number] };
  const options: ChartOptions = {
    combined: [{ title: 'losses', metrics: ['train_loss', 'val_loss'] }],
    zoom: { train_loss: view, lr: view, other: view },
    pins: { lr: { x: 1, experimentKey: null } },
  };
  const change = combinedChange(options, names, [{ title: '', metrics: ['lr', 'train_loss'] }]);
  assert.deepEqual(change, { combined: [{ metrics: ['lr', 'train_loss'] }], zoom: { other: view }, pins: {} });
});

test('a first choice retains the charts of the machine, and separated metrics stay separate', () => {
  const chosen = combinedChange({}, names, [{ title: 'losses', metrics: ['train_loss', 'val_loss'] }]);
  assert.deepEqual(shown(chosen), [
    ['losses', 2],
    ['lr', 1],
    ['sys.gpu.power_usage', 2],
  ]);
  const separated = combinedChange({}, names, [], gpus);
  assert.deepEqual(separated.combined, []);
  assert.equal(shown(separated).length, names.length);
});

test('all related metrics are combined and separated at once, and other charts remain', () => {
  assert.ok(!areRelatedCombined({}, names, related));
  const combined = relatedChange({}, names, related, true);
  assert.ok(areRelatedCombined(combined, names, related));
  assert.deepEqual(shown(combined), [
    ['loss', 2],
    ['lr', 1],
    ['sys.gpu.power_usage', 2],
  ]);
  const own = { metrics: ['lr', 'accuracy'] };
  const separated = relatedChange({ combined: [own, ...combined.combined!] }, names, related, false);
  assert.deepEqual(separated.combined, [own]);
});

test('each related metric has its chart', () => {
  const charts = relatedByName(names);
  assert.deepEqual([charts.get('val_loss')?.title, charts.get('lr')], ['loss', undefined]);
});
