import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartSettings } from './chart-options.ts';

test('a chart without options has the defaults', () => {
  assert.deepEqual(chartSettings(undefined, 'loss'), {
    xAxis: 'step',
    xScale: 'linear',
    yScale: 'linear',
    sameY: false,
    follow: false,
    hidden: [],
    palette: 'standard',
    onWhite: false,
    zoom: null,
    pin: null,
    table: false,
    full: false,
    direction: null,
  });
});

test('an option that is present replaces its default, and an absent one does not', () => {
  const settings = chartSettings({ yScale: 'log', xScale: undefined, label: '{key}', columns: 2 }, 'loss');
  assert.deepEqual([settings.yScale, settings.xScale, settings.label], ['log', 'linear', '{key}']);
  assert.ok(!('columns' in settings), 'how the gallery is arranged is no setting of a chart');
});

test('system metrics are drawn over the duration until an x axis is chosen', () => {
  const axisOf = (name: string, options = {}) => chartSettings(options, name).xAxis;
  assert.deepEqual(
    ['sys.cpu.percent.avg', 'process duration', 'loss'].map((name) => axisOf(name)),
    ['duration', 'duration', 'step'],
  );
  assert.equal(axisOf('sys.cpu.percent.avg', { xAxis: 'step' }), 'step');
});
