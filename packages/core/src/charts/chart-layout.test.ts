import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf } from '../test-support/chart-models.ts';
import { chartLayout } from './chart-layout.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartSettings, chartSettings } from './chart-options.ts';
import { chartRows } from './chart-rows.ts';
import { chartTheme } from './chart-theme.ts';
import { staticTexts } from './static-texts.ts';

/** Returns the tick labels of a chart of a width in pixels. */
function tickLabels(model: ChartModel, settings: Partial<ChartSettings> = {}, width = 600) {
  const options = {
    theme: chartTheme('light'),
    settings: { ...chartSettings(undefined, 'loss'), ...settings },
  };
  const widest = (texts: readonly string[]) => 6 * Math.max(0, ...texts.map((text) => text.length));
  const space = { width, height: 260, font: '', texts: staticTexts, widest };
  const { xTicks, yTicks } = chartLayout(model, options, chartRows(model, model.xExtent, 400).yExtent, space);
  return { x: xTicks.text, y: yTicks.text };
}

test('an axis of steps shows whole steps, from the first one', () => {
  assert.deepEqual(tickLabels(modelOf({ a: [3] })).x, ['0']);
  assert.deepEqual(tickLabels(modelOf({ a: [3] }, { xScale: 'symlog' })).x, ['0']);
  assert.deepEqual(tickLabels(modelOf({ a: [3, 2] })).x, ['0', '1']);
  assert.deepEqual(tickLabels(modelOf({})).x, ['0', '1']);
  const zoom = { zoom: { x: [99_987, 100_002] as const } };
  const far = tickLabels(modelOf({ a: Array.from({ length: 100_003 }, (_, at) => at) }, zoom), zoom);
  assert.deepEqual(far.x, ['99,988', '99,990', '99,992', '99,994', '99,996', '99,998', '100,000', '']);
});

test('the last label of an axis is left out if the edge of the chart would cut it', () => {
  const labels = (x: readonly [number, number]) => tickLabels(modelOf({ a: [3, 2] }), { zoom: { x } }).x;
  assert.deepEqual(labels([100_000, 100_002]), ['100,000', '100,001', '']);
  assert.deepEqual(labels([100_000, 100_002.1]), ['100,000', '100,001', '100,002']);
  assert.deepEqual(labels([1000, 1002]), ['1,000', '1,001', '1,002']);
});

test('a narrow x axis has more than one label, where its values allow it', () => {
  const labels = (x: readonly [number, number]) => tickLabels(modelOf({ a: [3, 2] }), { zoom: { x } }, 290).x;
  assert.deepEqual(labels([10, 870]), ['200', '400', '600', '800']);
  assert.deepEqual(labels([0, 870]), ['0', '500']);
  assert.deepEqual(labels([0.6, 1.4]), ['1']);
});

test('labels of the x axis do not overlap', () => {
  const labels = (xAxis: 'step' | 'duration', x: readonly [number, number], width: number) =>
    tickLabels(modelOf({ a: [3, 2] }, { xAxis }), { xAxis, zoom: { x } }, width).x;
  const second = 1000;
  assert.deepEqual(labels('duration', [4474 * second, 4475 * second], 400), [
    ...['1h 14m 34s', '', '1h 14m 34.4s', '', '1h 14m 34.8s', ''],
  ]);
  assert.deepEqual(labels('step', [1e14, 1e14 + 2], 150), ['100,000,000,000,000', '', '']);
});

test('a chart without finite values has no y labels, unless a range was chosen', () => {
  assert.deepEqual(tickLabels(modelOf({ a: ['NaN', 'NaN'] })), { x: ['0', '1'], y: [] });
  const zoom = { zoom: { y: [0, 1] as const } };
  assert.deepEqual(tickLabels(modelOf({ a: ['NaN'] }, zoom), zoom).y, ['0', '0.2', '0.4', '0.6', '0.8', '1']);
});

test('an axis of epochs shows parts of epochs only where they were logged', () => {
  const epochs = (list: number[]) => ({
    a: { metrics: [{ metricName: 'loss', values: list.map(String), steps: list.map((_, at) => at), epochs: list }] },
  });
  const labels = (list: number[]) =>
    tickLabels(modelOf({ a: [] }, { xAxis: 'epoch' }, { chart: epochs(list) }), { xAxis: 'epoch' }).x;
  assert.deepEqual(labels([0, 1, 2]), ['0', '1', '2']);
  assert.deepEqual(labels([0.5, 1, 1.5]), ['0.6', '0.8', '1', '1.2', '1.4']);
});
